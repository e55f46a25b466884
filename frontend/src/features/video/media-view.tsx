import { useEffect, useRef } from 'react';

import { useStore } from 'zustand';
import { choices } from '@/shared/media/devices';
import { playOnSpeaker } from '@/shared/media/speaker';

import classes from './call-overlay.module.css';

interface MediaViewProps {
  stream: MediaStream;
  /** For the user's own picture, which is muted, and mirrored unless the camera looks away from them. */
  own?: boolean;
  mirrored?: boolean;
  /** Without its sound. */
  muted?: boolean;
  label: string;
}

/** A video stream, with its sound unless it is the user's own. */
export function MediaView({ stream, own = false, mirrored = own, muted = own, label }: MediaViewProps) {
  const frame = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = frame.current;
    if (video === null) return;
    video.srcObject = stream;
    // Browsers allow autoplay on a page that uses a microphone; otherwise, the next click starts playback.
    const play = () => void video.play().catch(() => undefined);
    play();
    window.addEventListener('pointerdown', play, { once: true });
    return () => {
      window.removeEventListener('pointerdown', play);
      video.srcObject = null;
    };
  }, [stream]);
  const chosen = useStore(choices);
  useEffect(() => {
    if (frame.current !== null && !own) void playOnSpeaker(frame.current);
  }, [own, chosen]);
  return (
    <video
      ref={frame}
      className={classes.picture}
      data-own={own || undefined}
      data-mirrored={mirrored || undefined}
      muted={muted}
      playsInline
      aria-label={label}
    >
      <track kind="captions" />
    </video>
  );
}
