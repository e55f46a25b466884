import { useStore } from 'zustand';

import { beside } from '@/features/video/beside';

import { useInCall } from './call-layer';

/** True while a note is docked beside this window's call, which leaves everything else one line. */
export function useIsBesideNote(): boolean {
  const inCall = useInCall();
  return useStore(beside) === 'note' && inCall;
}
