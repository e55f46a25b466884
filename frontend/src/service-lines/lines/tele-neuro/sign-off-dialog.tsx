import { NumberField } from '@/shared/forms/number-field';
import { TextField } from '@/shared/forms/text-field';

import { SignOffDialog as BaseDialog } from '../../base/sign-off-dialog';
import type { SignOffDialogProps } from '../../define';

const own = { videoCallLength: '', documentationReference: '' };

/** Also asks for the reference to neurology's own note unless the consult is cancelled, and for the length of a video call. */
export function SignOffDialog(props: SignOffDialogProps) {
  return (
    <BaseDialog {...props} own={own} hides={(type) => (type === 'video' ? [] : ['videoCallLength'])}>
      {({ control, typeofCall, limits }) => (
        <>
          {typeofCall === 'video' && (
            <NumberField control={control} name="videoCallLength" label="Video Call Length" unit="min" required />
          )}
          {typeofCall !== 'cancelled' && (
            <TextField
              control={control}
              name="documentationReference"
              label="Documentation Reference"
              limit={limits.documentationReference}
              required
            />
          )}
        </>
      )}
    </BaseDialog>
  );
}
