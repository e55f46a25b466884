import { useState } from 'react';

import type { FailedAction } from './action';
import { isActionRefusal, useAcknowledge } from './queries';

export interface Acknowledgment {
  run: () => void;
  busy: boolean;
  /** Until an attempt succeeds; null if none failed. */
  failed: FailedAction | null;
}

/** Acknowledges the consult; `onDone` is called with a sentence about it. */
export function useAcknowledgment(consultId: string, onDone: (sentence: string) => void): Acknowledgment {
  const { mutate, isPending } = useAcknowledge(consultId);
  // Not the mutation's own error, which is gone while the next attempt is pending: the page would jump.
  const [failed, setFailed] = useState<FailedAction | null>(null);
  const acknowledge = () => {
    mutate(undefined, {
      onSuccess: () => {
        setFailed(null);
        onDone('Acknowledged.');
      },
      onError: (failure) => setFailed(isActionRefusal(failure) ? null : { key: 'acknowledge', failure }),
    });
  };
  return {
    run: () => {
      if (!isPending) acknowledge();
    },
    busy: isPending,
    failed,
  };
}
