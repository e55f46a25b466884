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
    let unmounted = false;
    const read = async () => {
      const all = (await media?.enumerateDevices()) ?? [];
      const ofKind = all.filter((each) => each.kind === browserKinds[kind] && each.deviceId !== '');
      if (!unmounted) setList(ofKind.filter(({ deviceId }) => deviceId !== 'default' && deviceId !== 'communications'));
    };
    const refresh = () => void read().catch(() => undefined);
    refresh();
    media?.addEventListener('devicechange', refresh);
    return () => {
      unmounted = true;
      media?.removeEventListener('devicechange', refresh);
    };
  }, [kind, microphone.permission, camera.permission]);
  return list;
}
