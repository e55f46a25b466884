import { useEffect, useEffectEvent, useState } from 'react';

import { useMe } from '@/session/me';
import { areCallKeysOn } from '@/shared/lib/call-keys';
import type { DeviceKind } from '@/shared/media/devices';

import { turnDevice } from './call';
import type { CallView } from './call-view';

const keys = {
  microphone: { letter: 'm', code: 'KeyM', on: 'Microphone on.', off: 'Microphone off.', none: 'No microphone.' },
  camera: { letter: 'v', code: 'KeyV', on: 'Camera on.', off: 'Camera off.', none: 'No camera.' },
} as const satisfies Record<DeviceKind, unknown>;

const kinds = ['microphone', 'camera'] as const;

/** The device whose key was pressed; null for every other key. AltGr, which some systems report as Ctrl+Alt, types characters. */
function deviceOf(event: KeyboardEvent): DeviceKind | null {
  const { key, code, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (!ctrlKey || !altKey || shiftKey || metaKey || event.getModifierState('AltGraph')) return null;
  // With Alt held, some keyboards report another character than a letter; then the place of the key counts.
  const isLetter = /^[a-z]$/i.test(key);
  return kinds.find((kind) => (isLetter ? key.toLowerCase() === keys[kind].letter : code === keys[kind].code)) ?? null;
}

/**
 * Ctrl+Alt+M and Ctrl+Alt+V turn the microphone and the camera off and on, wherever the focus is, in the page and in the call's own
 * window. Returns what to announce.
 */
export function useCallKeys({ state, tracks, on }: CallView, pictureWindow: Window | null): string {
  const { id } = useMe();
  const [words, setWords] = useState('');
  const press = useEffectEvent((event: KeyboardEvent) => {
    const kind = deviceOf(event);
    if (kind === null || state === 'ended' || !areCallKeysOn(id)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    // A camera that is off has no track until it is turned on again.
    if (on[kind] && tracks[kind] === null) {
      setWords(keys[kind].none);
      return;
    }
    turnDevice(kind, !on[kind]);
    setWords(on[kind] ? keys[kind].off : keys[kind].on);
  });
  useEffect(() => {
    const windows = pictureWindow === null ? [window] : [window, pictureWindow];
    const listen = (event: KeyboardEvent) => press(event);
    for (const page of windows) page.addEventListener('keydown', listen, { capture: true });
    return () => {
      for (const page of windows) page.removeEventListener('keydown', listen, { capture: true });
    };
  }, [pictureWindow]);
  return words;
}
