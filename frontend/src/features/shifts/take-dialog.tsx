import type { CoverRead, MyShiftRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { isRefused, useTakeCover } from './queries';
import { Exchange } from './request-card';
import { exchanged } from './requests';
import { besides } from './times';

interface TakeDialogProps {
  request: CoverRead;
  /** The user's own. */
  shifts: readonly MyShiftRead[];
  onClose: () => void;
}

/** Says what the user takes on, and gives for it, before they do. */
export function TakeDialog({ request, shifts, onClose }: TakeDialogProps) {
  const { id } = useMe();
  const { mutate, isPending, error } = useTakeCover();
  const name = fullName(request.askedBy);
  const swaps = request.returnStartsAt !== null;
  const { given, taken } = exchanged(request, id);
  const kept = shifts.filter(
    ({ scheduleId, startsAt }) => scheduleId !== request.scheduleId || startsAt !== given?.startsAt,
  );
  const also = taken === null ? [] : besides({ ...request, ...taken }, kept);
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
      <Exchange zone={request.timeZone} given={given} taken={taken} />
      {also.length > 0 && <p>You are also on call for {also.join(', ')} then.</p>}
      <InView>
        {error !== null && !isRefused(error) && <NotSaved failure={error} button="Take" expected="taken" />}
      </InView>
    </ConfirmDialog>
  );
}
