import { useCallback, useEffect, useRef, useState } from 'react';

import { type DeviceKind, openDevice, openDevices, type Tracks } from '@/shared/media/devices';

const NONE: Tracks = { microphone: null, camera: null };

/** The tracks of the chosen microphone and camera, which are open while the component is mounted. */
export function useTriedDevices(): { tracks: Tracks; renew: (kind: DeviceKind) => void } {
  const [tracks, setTracks] = useState(NONE);
  const opened = useRef(new Set<MediaStreamTrack>());
  const isOver = useRef(false);

  const keep = useCallback((found: Partial<Tracks>) => {
    const live = Object.values(found).filter((track) => track !== null);
    if (isOver.current) {
      for (const track of live) track.stop();
      return;
    }
    for (const track of live) opened.current.add(track);
    setTracks((before) => {
      for (const kind of ['microphone', 'camera'] as const) if (kind in found) before[kind]?.stop();
      return { ...before, ...found };
    });
  }, []);

  useEffect(() => {
    const held = opened.current;
    isOver.current = false;
    void openDevices().then(keep);
    return () => {
      isOver.current = true;
      for (const track of held) track.stop();
    };
  }, [keep]);
  const renew = useCallback(
    (kind: DeviceKind) => void openDevice(kind).then((track) => keep({ [kind]: track })),
    [keep],
  );
  return { tracks, renew };
}
