import type { CoverRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { isRefused, useEndCover } from './queries';
import { Exchange } from './request-card';
import { exchanged } from './requests';

interface EndDialogProps {
  request: CoverRead;
  label: string;
  onClose: () => void;
}

/** Says what each has again before what was agreed is taken back. */
export function EndDialog({ request, label, onClose }: EndDialogProps) {
  const { id } = useMe();
  const { mutate, isPending, error } = useEndCover();
  const { given, taken } = exchanged(request, id);
  const { askedBy, takenBy } = request;
  const other = fullName(askedBy.id === id && takenBy !== null ? takenBy : askedBy);
  const end = () => {
    mutate(request.id, {
      onSuccess: () => {
        toastSuccess(`Everything is as it was. ${other} is told.`);
        onClose();
      },
      onError: (failure) => {
        if (isRefused(failure)) onClose();
      },
    });
  };
  return (
    <ConfirmDialog opened title={`${label}?`} confirmLabel={label} busy={isPending} onCancel={onClose} onConfirm={end}>
      <p>
        {request.serviceLineName}, {request.scheduleName}. {other} is told.
      </p>
      <Exchange zone={request.timeZone} given={taken} taken={given} />
      <InView>
        {error !== null && !isRefused(error) && <NotSaved failure={error} button={label} expected="takenBack" />}
      </InView>
    </ConfirmDialog>
  );
}
