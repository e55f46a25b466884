import { type Control, useFormState } from 'react-hook-form';

import type { UnitValues } from './unit-values';

/** What is wrong with a list as a whole, for example that it has something twice. */
export function ListError({
  control,
  name,
}: {
  control: Control<UnitValues>;
  name: 'VidyoRooms' | 'TransferProtocols';
}) {
  const { errors } = useFormState({ control, name });
  const message = errors[name]?.message;
  return message === undefined ? null : <p role="alert">{message}</p>;
}
