import { useEffect, useEffectEvent } from 'react';

import { onUserEvents } from '@/shared/lib/user-events';

/** Calls back whenever the user clicks, types or scrolls anywhere in the page, as long as it is wanted. */
export function useUserActs(isWanted: boolean, onAct: () => void) {
  const act = useEffectEvent(onAct);
  useEffect(() => (isWanted ? onUserEvents(() => act()) : undefined), [isWanted]);
}
