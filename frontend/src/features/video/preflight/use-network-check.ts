import { useEffect, useState } from 'react';

import { checkNetwork, type NetworkFinding } from './network-check';
import { relaysToTry } from './queries';

const LIMIT_MS = 5_000;

/** What the network allows: null while it is being checked, for at most five seconds. */
export function useNetworkCheck(): NetworkFinding | 'unanswered' | null {
  const [found, setFound] = useState<NetworkFinding | 'unanswered' | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (finding: NetworkFinding | 'unanswered') => {
      if (signal.aborted) return;
      setFound(finding);
      controller.abort();
    };
    const timer = window.setTimeout(() => settle('unanswered'), LIMIT_MS);
    relaysToTry(LIMIT_MS)
      .then(({ iceServers }) => checkNetwork(iceServers, signal))
      .then(settle)
      .catch(() => settle('unanswered'));
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, []);
  return found;
}
