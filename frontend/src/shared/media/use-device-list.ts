import { useEffect, useState } from 'react';

import type { AnyDeviceKind } from './devices';
import { useDevices } from './use-devices';

const browserKinds = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const;

/** The available devices, updated as they are connected. Browsers give no names before access is granted. */
export function useDeviceList(kind: AnyDeviceKind): readonly MediaDeviceInfo[] {
  const [list, setList] = useState<readonly MediaDeviceInfo[]>([]);
  const { microphone, camera } = useDevices();
  useEffect(() => {
    const media = 'mediaDevices' in navigator ? navigator.mediaDevices : null;
    let gone = false;
    const read = async () => {
      const found = (await media?.enumerateDevices()) ?? [];
      const wanted = found.filter((each) => each.kind === browserKinds[kind] && each.deviceId !== '');
      if (!gone) setList(wanted.filter(({ deviceId }) => deviceId !== 'default' && deviceId !== 'communications'));
    };
    const readAgain = () => void read().catch(() => undefined);
    readAgain();
    media?.addEventListener('devicechange', readAgain);
    return () => {
      gone = true;
      media?.removeEventListener('devicechange', readAgain);
    };
  }, [kind, microphone.permission, camera.permission]);
  return list;
}
