import { Popover, UnstyledButton } from '@mantine/core';
import { useStore } from 'zustand';

import { useNow } from '@/shared/hooks/use-now';
import { attendeeName } from './attendee-name';

import type { CallView } from './call-view';
import { inCall } from './in-call-view';
import classes from './in-call.module.css';
import type { OtherAttendee } from './media-link';
import type { PeerMedia } from './peer-media';
import { POOR, QualityBars, wordsOf } from './quality-bars';
import { callQuality } from './quality-monitor';

/** More names than these are in a list of their own. */
const MAX_NAMED = 2;

/** How long the call has lasted, who is in it, and what the others get from here. */
export function CallLine({ view: { state, others } }: { view: CallView }) {
  const since = useStore(inCall, (extras) => extras.since);
  if (state === 'ended') return null;
  return (
    <div className={classes.line} data-line>
      {since !== null && <CallClock since={since} />}
      {others.length > 0 && <WhoIsThere others={others} />}
      <OwnConnection />
    </div>
  );
}

function CallClock({ since }: { since: number }) {
  // Rounded, so that a correction of the clock by a moment does not show.
  const seconds = Math.max(0, Math.round((useNow(1_000) - since) / 1_000));
  return (
    <span className={classes.clock} role="timer" aria-live="off" aria-label="Call time">
      {formatLength(seconds)}
    </span>
  );
}

/** Minutes and seconds, with hours once there are any. */
export function formatLength(seconds: number): string {
  const two = (value: number) => `${value}`.padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

function WhoIsThere({ others }: { others: readonly OtherAttendee[] }) {
  const names = others.map(({ attendee }) => attendeeName(attendee));
  if (others.length <= MAX_NAMED) return <span className={classes.who}>{names.join(', ')}</span>;
  return (
    <Popover withinPortal={false} position="bottom-start" shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.people}>{others.length + 1} people</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.list}>
          <li>You</li>
          {others.map((other) => (
            <Person key={other.attendee.attendeeId} other={other} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function Person({ other: { attendee, status, media } }: { other: OtherAttendee }) {
  const quality = useStore(callQuality, ({ receiving }) => receiving[attendee.attendeeId]);
  const notes = [
    attendee.unattended && 'unattended device',
    status !== 'connected' && 'not connected',
    ...(status === 'connected' ? soundNotes(media) : []),
    quality !== undefined && quality.level !== 'good' && wordsOf(quality).toLowerCase(),
  ].filter((note) => note !== false);
  return (
    <li>
      {attendeeName(attendee)}
      {notes.length > 0 && <span className={classes.note}> ({notes.join(', ')})</span>}
    </li>
  );
}

function soundNotes({ microphone, lacks = [] }: PeerMedia): string[] {
  if (lacks.length > 0) return lacks.map((kind) => `no ${kind}`);
  return microphone ? [] : ['muted'];
}

function OwnConnection() {
  const quality = useStore(callQuality, ({ sending }) => sending);
  if (quality === null) return null;
  return (
    <span className={classes.own}>
      <QualityBars quality={quality} of="Your connection" />
      <span className={classes.poor} role="status">
        {quality.level === 'poor' && POOR}
      </span>
    </span>
  );
}
