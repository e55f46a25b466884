import { useEffect } from 'react';
import { useStore } from 'zustand';

import { beside } from './beside';
import { call, type CallView } from './call-view';

const isJoined = (view: CallView | null) => view !== null;

/** Where an open note is: docked beside the call of this window, or behind the page that the user reads; without a call, a modal dialog. */
export function useNotePlace(): 'modal' | 'docked' | 'behind' {
  const inCall = useStore(call, isJoined);
  const shown = useStore(beside);
  // Each call starts with the note in front.
  useEffect(() => {
    beside.setState('note', true);
    return () => beside.setState(null, true);
  }, [inCall]);
  if (!inCall) return 'modal';
  return shown === 'consult' ? 'behind' : 'docked';
}
