import { useCallback, useEffect, useRef, useState } from 'react';

import { type DeviceKind, devices, openDevice } from '@/shared/media/devices';

/** The device that is chosen, opened while its tab is shown: at once where the browser need not ask, else when wanted. */
export function usePreviewTrack(kind: DeviceKind) {
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const opened = useRef<MediaStreamTrack | null>(null);
  const gone = useRef(false);

  const renew = useCallback(() => {
    void openDevice(kind).then((found) => {
      if (gone.current) {
        found?.stop();
        return;
      }
      opened.current?.stop();
      opened.current = found;
      setTrack(found);
    });
  }, [kind]);

  useEffect(() => {
    gone.current = false;
    if (devices.get()[kind].permission === 'granted') renew();
    return () => {
      gone.current = true;
      opened.current?.stop();
    };
  }, [kind, renew]);
  return { track, renew };
}
