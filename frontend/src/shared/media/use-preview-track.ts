import { useCallback, useEffect, useRef, useState } from 'react';

import { useStore } from 'zustand';
import { type DeviceKind, devices, openDevice } from './devices';

/** A track of the chosen device, open while its tab is shown: at once if access is already granted, otherwise on request. */
export function usePreviewTrack(kind: DeviceKind) {
  const granted = useStore(devices)[kind].permission === 'granted';
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const started = useRef(false);
  const opened = useRef<MediaStreamTrack | null>(null);
  const unmounted = useRef(false);

  const renew = useCallback(() => {
    started.current = true;
    void openDevice(kind).then((found) => {
      if (unmounted.current) {
        found?.stop();
        return;
      }
      opened.current?.stop();
      opened.current = found;
      setTrack(found);
    });
  }, [kind]);

  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
      opened.current?.stop();
    };
  }, [kind]);
  useEffect(() => {
    if (granted && !started.current) renew();
  }, [granted, renew]);
  return { track, renew };
}
