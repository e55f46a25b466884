import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { useStore } from 'zustand';
import { Part, PartMissing } from '@/shared/lib/part';

import { ErrorState } from './error-state';
import { toastDanger } from './toasts';

/** A component whose code comes later; `Lazy` shows it. */
export type LazyPart<P> = Part<ComponentType<P>>;

export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  return new Part(load);
}

export interface LazyProps<P> {
  part: LazyPart<P>;
  children: (Loaded: ComponentType<P>) => ReactNode;
  /** Stands there until the code has come. */
  waiting?: ReactNode;
  /** Takes back what was pressed when the code does not come; a toast says so. Left out, that stands in its place. */
  onFailure?: () => void;
}

/** Shows a part as soon as its code is there; when it does not come the page around it stays as it is. */
export function Lazy<P>({ part, children, waiting = null, onFailure }: LazyProps<P>) {
  const Loaded = useStore(part.loaded);
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);

  const giveUp = useEffectEvent((reason: unknown) => {
    setFailed(attempt);
    if (onFailure === undefined) return;
    if (!(reason instanceof PartMissing && reason.outdated)) toastDanger('This could not be loaded. Try again.');
    onFailure();
  });
  useEffect(() => {
    let gone = false;
    part.load().catch((reason: unknown) => {
      if (!gone) giveUp(reason);
    });
    return () => {
      gone = true;
    };
  }, [part, attempt]);

  if (Loaded !== null) return children(Loaded);
  if (failed < attempt || onFailure !== undefined) return waiting;
  return (
    <ErrorState title="This could not be loaded" onRetry={() => setAttempt(attempt + 1)}>
      For emergent consult requests please follow the backup procedure for your location
    </ErrorState>
  );
}
