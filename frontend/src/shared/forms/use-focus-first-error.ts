import { type RefObject, useEffect, useRef } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';

/** After a refused submission the first field at fault, in the order of the page, comes into view and gets the focus. */
export function useFocusFirstError<V extends FieldValues>({
  control,
}: UseFormReturn<V>): RefObject<HTMLFormElement | null> {
  const region = useRef<HTMLFormElement>(null);
  const { submitCount, isSubmitSuccessful } = useFormState({ control });
  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return;
    const first = region.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)');
    first?.scrollIntoView({ block: 'center' });
    first?.focus({ preventScroll: true });
  }, [submitCount, isSubmitSuccessful]);
  return region;
}
