import type { AttendeeRead } from '@/api/generated/types.gen';

import { aim, axesOf } from './aim';
import type { CallMessage, ControlState, Move } from './peer-media';

/** What someone asks of the user. */
export interface Question {
  readonly from: AttendeeRead;
  readonly ask: 'control' | 'camera';
}

export interface CameraControlOptions {
  /** The camera that is sent; null while it is off. */
  readonly camera: () => MediaStreamTrack | null;
  readonly turnOn: () => void;
  readonly onChange: () => void;
}

/**
 * Who may aim the camera of this window. Only those who give consults may ask, and the server says who they are. With a user there,
 * it is the user who allows it, for this call, and who can take it back. On an unattended device nobody could: it lets them.
 */
export class CameraControl {
  private readonly options: CameraControlOptions;
  private unattended = false;
  private attendees: readonly AttendeeRead[] = [];
  /** By user, because a window that is reloaded is another attendee. */
  private readonly allowed = new Set<number>();
  private readonly refused = new Set<number>();
  /** Those who asked while someone else's question was open; they can ask again after it. */
  private readonly busy = new Set<number>();
  private asked: Question | null = null;
  private turnedOn: AttendeeRead | null = null;
  private isMoving = false;

  constructor(options: CameraControlOptions) {
    this.options = options;
  }

  get question(): Question | null {
    return this.asked;
  }

  /** Who has turned the camera of this unattended device on; null if nobody has, or it is off again. */
  get turnedOnBy(): AttendeeRead | null {
    return this.options.camera() === null ? null : this.turnedOn;
  }

  /** Those in the call who may aim the camera. */
  get controllers(): readonly AttendeeRead[] {
    return this.attendees.filter((each) => each.givesConsults && isIn(this.allowed, each));
  }

  state(): ControlState {
    const idsIn = (users: ReadonlySet<number>) =>
      this.attendees.filter((each) => isIn(users, each)).map(({ attendeeId }) => attendeeId);
    return {
      axes: axesOf(this.options.camera()),
      allowed: this.controllers.map(({ attendeeId }) => attendeeId),
      refused: idsIn(this.refused),
      busy: idsIn(this.busy),
    };
  }

  /** Follows who is in the call; the question of someone who has left goes with them. */
  update(others: readonly AttendeeRead[], unattended: boolean) {
    this.unattended = unattended;
    this.attendees = others;
    const isThere = others.some(({ attendeeId }) => attendeeId === this.asked?.from.attendeeId);
    if (!isThere) this.close();
  }

  receive(from: AttendeeRead, message: CallMessage) {
    // What the server says of them now; a guest has no account, and gives no consults.
    const isGiving = this.attendees.some((each) => each.attendeeId === from.attendeeId && each.givesConsults);
    if (!isGiving || from.user === null) return;
    if ('move' in message) {
      if (this.allowed.has(from.user.id)) void this.move(message.move);
      return;
    }
    if (this.isSettled(from, message.ask)) return;
    if (this.unattended) this.accept({ from, ask: message.ask });
    else if (this.asked !== null && this.asked.from.user?.id !== from.user.id) this.busy.add(from.user.id);
    else {
      this.refused.delete(from.user.id);
      this.asked = { from, ask: message.ask };
    }
    this.options.onChange();
  }

  /** The user answers the question. */
  answer(isAllowed: boolean) {
    const { asked } = this;
    this.close();
    if (asked === null) return;
    if (isAllowed) this.accept(asked);
    else if (asked.from.user !== null) this.refused.add(asked.from.user.id);
    this.options.onChange();
  }

  /** Nobody may aim the camera any more until they have asked again. */
  takeBack() {
    this.allowed.clear();
    this.options.onChange();
  }

  private close() {
    this.asked = null;
    this.busy.clear();
  }

  /** There is nothing to ask: it is so already, or it cannot be. */
  private isSettled(from: AttendeeRead, ask: Question['ask']): boolean {
    const camera = this.options.camera();
    if (ask === 'camera') return camera !== null;
    return axesOf(camera).length === 0 || isIn(this.allowed, from);
  }

  private accept({ from, ask }: Question) {
    if (ask === 'control') {
      if (from.user !== null) this.allowed.add(from.user.id);
    } else {
      if (this.unattended) this.turnedOn = from;
      this.options.turnOn();
    }
  }

  /** What comes while the camera still moves is dropped: whoever holds a key down does not move it long after they let go. */
  private async move(move: Move) {
    const camera = this.options.camera();
    if (camera === null || this.isMoving) return;
    this.isMoving = true;
    await aim(camera, move).catch(() => undefined);
    this.isMoving = false;
  }
}

function isIn(users: ReadonlySet<number>, { user }: AttendeeRead): boolean {
  return user !== null && users.has(user.id);
}
