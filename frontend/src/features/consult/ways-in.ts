import { choices } from '@/api/contract/choices.gen';
import type { Consult } from '@/consults/consult';

import type { Rooms } from './use-rooms';

/** The meeting in the app, which goes on when the page is left. */
export interface MeetingControls {
  /** The consult in whose meeting this window is. */
  consultId: string | null;
  joining: boolean;
  join: (consult: Consult) => void;
  /** Brings the meeting to the eye. */
  show: () => void;
}

const joinLabel = choices.ConsultAction.find(({ value }) => value === 'joinChime')?.label ?? '';

/** A button that leads into a video call. */
export interface WayIn {
  key: string;
  label: string;
  /** It has been pressed, and what it leads to is on its way. */
  busy: boolean;
  disabled: boolean;
  enter: () => void;
}

/** Every way into a video call that this user has: the meeting in the app first, then the rooms of other providers. */
export function waysIn(consult: Consult, rooms: Rooms, meeting: MeetingControls | undefined): readonly WayIn[] {
  const others = rooms.list.map(({ room, label }) => ({
    key: room,
    label,
    busy: rooms.opening === room,
    disabled: rooms.opening !== null,
    enter: () => rooms.enter(room),
  }));
  return [...meetingWay(consult, meeting), ...others];
}

function meetingWay(consult: Consult, meeting: MeetingControls | undefined): readonly WayIn[] {
  if (meeting === undefined) return [];
  const key = 'joinChime';
  if (meeting.consultId === consult.id) {
    const { joining, show } = meeting;
    return [{ key, label: joining ? joinLabel : 'Show Video Call', busy: joining, disabled: joining, enter: show }];
  }
  if (!consult.allowedActions.includes(key)) return [];
  return [{ key, label: joinLabel, busy: false, disabled: false, enter: () => meeting.join(consult) }];
}
