import { useState } from 'react';

import { isActionRefusal, useAcknowledge } from './queries';

export interface Acknowledgment {
  run: () => void;
  busy: boolean;
  /** Why the last attempt failed, until one succeeds; null if none failed or if the server refused it, which only a toast reports. */
  failed: { readonly failure: unknown } | null;
}

/** Acknowledges the consult; `onDone` is called with a sentence about it. */
export function useAcknowledgment(consultId: string, onDone: (sentence: string) => void): Acknowledgment {
  const { mutate, isPending } = useAcknowledge(consultId);
  // Not the mutation's own error, which is gone while the next attempt is pending: the page would jump.
  const [failed, setFailed] = useState<Acknowledgment['failed']>(null);
  const acknowledge = () => {
    mutate(undefined, {
      onSuccess: () => {
        setFailed(null);
        onDone('Acknowledged.');
      },
      onError: (failure) => setFailed(isActionRefusal(failure) ? null : { failure }),
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
