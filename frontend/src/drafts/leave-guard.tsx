import { useBlocker } from '@tanstack/react-router';

import { discardOnLeave, wouldLoseInput, wouldLoseInputOnUnload } from './dirty-forms';

import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const confirmDialog = lazyComponent(async () => (await import('@/shared/ui/confirm-dialog')).ConfirmDialog);

/** Warns before a page with unsaved input is left. The shell renders it once, and forms arm it with `useDirtyForm`. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: losesInput,
    enableBeforeUnload: wouldLoseInputOnUnload,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Lazy component={confirmDialog} onFailure={blocker.reset}>
      {(ConfirmDialog) => (
        <ConfirmDialog
          opened
          title="Discard Changes?"
          confirmLabel="Proceed"
          onCancel={blocker.reset}
          onConfirm={() => {
            discardOnLeave(blocker.next.pathname);
            blocker.proceed();
          }}
        >
          If you leave the page now your unsaved work will be lost. Are you sure you want to navigate away from this
          page?
        </ConfirmDialog>
      )}
    </Lazy>
  );
}

function losesInput({ current, next }: { current: { pathname: string }; next: { pathname: string } }): boolean {
  return next.pathname !== current.pathname && wouldLoseInput(next.pathname);
}
