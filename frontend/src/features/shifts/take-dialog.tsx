import type { CoverRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { isRefused, useTakeCover } from './queries';
import { Exchange } from './request-card';
import { exchanged } from './requests';

/** Says what the user takes on, and gives for it, before they do. */
export function TakeDialog({ request, onClose }: { request: CoverRead; onClose: () => void }) {
  const { id } = useMe();
  const { mutate, isPending, error } = useTakeCover();
  const name = fullName(request.askedBy);
  const swaps = request.returnStartsAt !== null;
  const take = () => {
    mutate(request.id, {
      onSuccess: () => {
        toastSuccess(swaps ? `You and ${name} have swapped.` : `You have taken the shift. ${name} is told.`);
        onClose();
      },
      onError: (failure) => {
        if (isRefused(failure)) onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      opened
      title={swaps ? `Swap With ${name}?` : `Cover for ${name}?`}
      confirmLabel="Take"
      busy={isPending}
      onCancel={onClose}
      onConfirm={take}
    >
      <p>
        {request.serviceLineName}, {request.scheduleName}
      </p>
      <Exchange zone={request.timeZone} {...exchanged(request, id)} />
      <InView>
        {error !== null && !isRefused(error) && <NotSaved failure={error} button="Take" expected="taken" />}
      </InView>
    </ConfirmDialog>
  );
}
