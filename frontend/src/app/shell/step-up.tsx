import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';

import { stepUp } from '@/session/state';

const StepUpDialog = lazy(() => import('./step-up-dialog'));

/** Asks for a fresh sign-in once an operation has been refused for want of one. */
export function StepUp() {
  const wanted = useStore(stepUp);
  return wanted !== null && <Suspense>{<StepUpDialog wanted={wanted} />}</Suspense>;
}
