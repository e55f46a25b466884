import { TextField } from '@/shared/forms/text-field';

import { Fact } from '../../base/facts';
import { SignOffDialog as BaseDialog } from '../../base/sign-off-dialog';
import { SignOffFacts as BaseFacts } from '../../base/sign-off-facts';
import type { SignOffDialogProps, SignOffFactsProps } from '../../define';

/** What the photographs were like is asked unless the consult is cancelled. */
export function SignOffDialog(props: SignOffDialogProps) {
  return (
    <BaseDialog {...props} own={{ photographs: '' }}>
      {({ control, typeofCall, limits }) =>
        typeofCall !== 'cancelled' && (
          <TextField control={control} name="photographs" label="Photographs" limit={limits.photographs} required />
        )
      }
    </BaseDialog>
  );
}

export function SignOffFacts(props: SignOffFactsProps) {
  const { photographs } = props.content;
  return (
    <BaseFacts {...props}>
      <Fact label="Photographs">{typeof photographs === 'string' && photographs}</Fact>
    </BaseFacts>
  );
}
