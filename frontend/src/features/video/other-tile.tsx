import { Face } from '@/shared/ui/face';
import { Icon } from '@/shared/ui/icon';

import type { OtherAttendee } from './call';
import classes from './call-overlay.module.css';
import { MediaView } from './media-view';

const statusWords = { connecting: 'Connecting…', connected: '', interrupted: 'Reconnecting…' } as const;

/** Somebody else in the call: what their camera sees, or their initials while it is off. */
export function OtherTile({ other: { attendee, status, stream, says } }: { other: OtherAttendee }) {
  const { user } = attendee;
  const name = `${user.firstName} ${user.lastName}`;
  const seen = says.camera && status === 'connected';
  return (
    <figure className={classes.other} data-seen={seen} data-status={status}>
      <MediaView stream={stream} label={name} />
      {!seen && <Face person={user} size="large" />}
      <figcaption className={classes.name}>
        {status === 'connected' && !says.microphone && (
          <>
            <Icon name="microphone-off" size={16} />
            <span className="wl-visually-hidden">Muted: </span>
          </>
        )}
        {name}
        {statusWords[status] !== '' && <span className={classes.status}>{statusWords[status]}</span>}
      </figcaption>
    </figure>
  );
}
