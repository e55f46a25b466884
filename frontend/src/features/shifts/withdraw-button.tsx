import { Button } from '@mantine/core';

import type { CoverRead } from '@/api/generated/types.gen';
import { toastSuccess } from '@/shared/ui/toasts';

import { useEndCover } from './queries';
import { formatShift } from './times';

/** Withdraws an open request at once: whoever was asked is not asked anymore, and it can be asked again. */
export function WithdrawButton({ request }: { request: CoverRead }) {
  const { mutate, isPending } = useEndCover();
  return (
    <Button
      variant="default"
      aria-label={`Withdraw, ${formatShift(request, request.timeZone)}`}
      loading={isPending}
      onClick={() => mutate(request.id, { onSuccess: () => toastSuccess('The request is withdrawn.') })}
    >
      Withdraw
    </Button>
  );
}
