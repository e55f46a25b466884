import { useRef } from 'react';
import { useStore } from 'zustand';

import { UserAvatar } from '@/shared/ui/user-avatar';
import { Icon } from '@/shared/ui/icon';

import { attendeeName, attendeePerson } from './attendee-name';
import classes from './call-overlay.module.css';
import { MediaView } from './media-view';
import type { OtherAttendee } from './media-link';
import { POOR, QualityBars } from './quality-bars';
import { inCall } from './in-call-view';
import { callQuality } from './quality-monitor';
import { useFrozen } from './use-frozen';
import { useHasPicture } from './use-has-picture';

const statusTexts = { connecting: 'Connecting…', connected: '', interrupted: 'Reconnecting…' } as const;

const lackTexts = { microphone: 'No microphone', camera: 'No camera' } as const;

/** Another attendee of the call: their video, or their initials while the camera is off. */
export function OtherTile({ other }: { other: OtherAttendee }) {
  const { attendee, status, stream, media } = other;
  const name = attendeeName(attendee);
  const seen = media.camera && status === 'connected';
  const tile = useRef<HTMLElement>(null);
  const frozen = useFrozen(tile, seen);
  const hasPicture = useHasPicture(tile);
  const isComing = seen && !hasPicture;
  return (
    <figure ref={tile} className={classes.other} data-seen={seen} data-frozen={frozen}>
      <MediaView stream={stream} label={name} muted={useIsSameUser(other)} />
      {(!seen || isComing) && <UserAvatar person={attendeePerson(attendee)} size="large" />}
      <figcaption className={classes.name}>
        {status === 'connected' && <Muted media={media} />}
        {name}
        <Bars of={other} />
        {attendee.unattended && <span className={classes.status}>Unattended device</span>}
        {status === 'connected' && <Lacks media={media} />}
        <span className={classes.status} role="status">
          {frozen && hasPicture ? 'Picture frozen' : <Status of={other} isComing={isComing} />}
        </span>
      </figcaption>
    </figure>
  );
}

/** Whether it is another window of this user, probably in the same room, where its sound would come back to its own microphone. */
function useIsSameUser({ attendee: { user, unattended } }: OtherAttendee): boolean {
  const own = useStore(inCall, (extras) => extras.own);
  return user !== null && !unattended && own?.unattended === false && own.user?.id === user.id;
}

/** How their connection is; null while there is none. */
function useQuality({ attendee, status }: OtherAttendee) {
  const quality = useStore(callQuality, ({ receiving }) => receiving[attendee.attendeeId]);
  return status === 'connected' && quality !== undefined ? quality : null;
}

function Bars({ of }: { of: OtherAttendee }) {
  const quality = useQuality(of);
  return quality !== null && <QualityBars quality={quality} />;
}

/** It says that it is connected before the first picture has come. */
function Status({ of, isComing }: { of: OtherAttendee; isComing: boolean }) {
  const quality = useQuality(of);
  if (isComing) return statusTexts.connecting;
  return quality?.level === 'poor' ? POOR : statusTexts[of.status];
}

function Muted({ media: { microphone, lacks } }: Pick<OtherAttendee, 'media'>) {
  if (microphone || lacks?.includes('microphone') === true) return null;
  return (
    <>
      <Icon name="microphone-off" size="sm" />
      <span className="wl-visually-hidden">Muted: </span>
    </>
  );
}

/** What they cannot use, which is more than being turned off. */
function Lacks({ media: { lacks = [] } }: Pick<OtherAttendee, 'media'>) {
  return lacks.map((kind) => (
    <span key={kind} className={classes.lack}>
      <Icon name={kind === 'microphone' ? 'microphone-off' : 'video-off'} size="sm" />
      {lackTexts[kind]}
    </span>
  ));
}
