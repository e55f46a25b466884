import { useRef } from 'react';
import { useStore } from 'zustand';

import { UserAvatar } from '@/shared/ui/user-avatar';
import { Icon } from '@/shared/ui/icon';

import { attendeeName, attendeePerson } from './attendee-name';
import classes from './call-overlay.module.css';
import { MediaView } from './media-view';
import type { OtherAttendee } from './media-link';
import { POOR, QualityBars } from './quality-bars';
import { callQuality } from './quality-monitor';
import { useFrozen } from './use-frozen';
import { useHasPicture } from './use-has-picture';

const statusTexts = { connecting: 'Connecting…', connected: '', interrupted: 'Reconnecting…' } as const;

const lackTexts = { microphone: 'No microphone', camera: 'No camera' } as const;

/** Another attendee of the call: their video, or their initials while the camera is off. */
export function OtherTile({ other: { attendee, status, stream, media } }: { other: OtherAttendee }) {
  const name = attendeeName(attendee);
  const seen = media.camera && status === 'connected';
  const tile = useRef<HTMLElement>(null);
  const frozen = useFrozen(tile, seen);
  const quality = useStore(callQuality, ({ receiving }) => receiving[attendee.attendeeId]);
  const isPoor = status === 'connected' && quality?.level === 'poor';
  const hasPicture = useHasPicture(tile);
  // It says that it is connected before the first picture arrives.
  const isWaiting = seen && !hasPicture;
  const words = isWaiting ? statusTexts.connecting : frozen ? 'Picture frozen' : isPoor ? POOR : statusTexts[status];
  const lacks = status === 'connected' ? (media.lacks ?? []) : [];
  return (
    <figure ref={tile} className={classes.other} data-seen={seen} data-frozen={frozen}>
      <MediaView stream={stream} label={name} />
      {(!seen || isWaiting) && <UserAvatar person={attendeePerson(attendee)} size="large" />}
      <figcaption className={classes.name}>
        {status === 'connected' && !media.microphone && !lacks.includes('microphone') && (
          <>
            <Icon name="microphone-off" size="sm" />
            <span className="wl-visually-hidden">Muted: </span>
          </>
        )}
        {name}
        {status === 'connected' && quality !== undefined && <QualityBars quality={quality} />}
        {attendee.unattended && <span className={classes.status}>Unattended device</span>}
        {lacks.map((kind) => (
          <span key={kind} className={classes.lack}>
            <Icon name={kind === 'microphone' ? 'microphone-off' : 'video-off'} size="sm" />
            {lackTexts[kind]}
          </span>
        ))}
        <span className={classes.status} role="status">
          {words}
        </span>
      </figcaption>
    </figure>
  );
}
