/** What a call has besides its devices and connections: its length and quality, what is shared, and who may aim which camera. */
import { createStore } from 'zustand/vanilla';

import type { AttendeeRead, JoinInfo } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { isSame } from '@/shared/lib/same';
import { serverNow } from '@/shared/lib/server-clock';
import { toastInfo } from '@/shared/ui/toasts';

import { CameraControl, type Question } from './camera-control';
import { saveCallSince, savedCallSince } from './call-since';
import type { MediaLink, OtherAttendee } from './media-link';
import type { OwnDevices } from './own-devices';
import type { CallMessage, PeerMedia } from './peer-media';
import { monitorCall, type QualityMonitor } from './quality-monitor';
import { latestOf, ScreenShare, type SharedKind, type Source } from './screen-share';

export interface InCallView {
  /** When the first other attendee was connected (milliseconds since 1970, the server's clock); null until then. */
  readonly since: number | null;
  readonly sharing: SharedKind | null;
  /** Who has ended this window's sharing by beginning to share; null if nobody has, or it shares again. */
  readonly replacedBy: AttendeeRead | null;
  /** Those who are connected but do not see what this window shares, because their page is older. */
  readonly unseenBy: readonly AttendeeRead[];
  /** This window's place in the call; null before the server has confirmed it. */
  readonly own: AttendeeRead | null;
  /** What someone asks of the user. */
  readonly question: Question | null;
  /** Who may aim this window's camera, and who has turned it on. */
  readonly controllers: readonly AttendeeRead[];
  readonly turnedOnBy: AttendeeRead | null;
}

export const NOTHING: InCallView = {
  since: null,
  sharing: null,
  replacedBy: null,
  unseenBy: [],
  own: null,
  question: null,
  controllers: [],
  turnedOnBy: null,
};

export const inCall = createStore<InCallView>(() => NOTHING);

class InCall {
  private readonly shared: ScreenShare;
  private readonly control: CameraControl;
  private readonly devices: OwnDevices;
  private link: MediaLink | null = null;
  private meetingId = '';
  private ownId = '';
  private monitor: QualityMonitor | null = null;
  private others: readonly OtherAttendee[] = [];
  private refusedBy = new Set<string>();
  private view = NOTHING;

  constructor(own: OwnDevices) {
    this.devices = own;
    this.control = new CameraControl({
      camera: () => own.sent('camera'),
      turnOn: () => own.turn('camera', true),
      onChange: () => {
        this.link?.announce();
        this.update(this.others);
      },
    });
    this.shared = new ScreenShare({
      onTrack: (track) => {
        this.link?.send('screen', track);
        this.update(this.others);
      },
      onReplaced: (id) => {
        const by = this.others.find(({ attendee }) => attendee.attendeeId === id);
        this.set({ replacedBy: by?.attendee ?? null });
      },
    });
  }

  get screen(): MediaStreamTrack | null {
    return this.shared.track;
  }

  /** What others are told. */
  media(): Pick<PeerMedia, 'screen' | 'control'> {
    return { screen: this.shared.turn, control: this.control.state() };
  }

  join({ meeting, attendee }: JoinInfo, link: MediaLink) {
    this.link = link;
    this.meetingId = meeting.meetingId;
    this.ownId = attendee.attendeeId;
    this.shared.join(attendee.attendeeId);
    this.set({ since: savedCallSince(meeting.meetingId) });
    this.monitor = monitorCall({ link, isSharing: () => this.shared.track !== null });
  }

  /** Follows who the server says is in the call. */
  attend(attendees: readonly AttendeeRead[]) {
    const own = attendees.find(({ attendeeId }) => attendeeId === this.ownId);
    const others = attendees.filter((attendee) => attendee !== own);
    const before = this.control.state();
    this.control.update(others, own?.unattended === true);
    this.set({ own: own ?? null });
    // Someone has come back who may aim the camera.
    if (!isSame(before, this.control.state())) this.link?.announce();
  }

  receive(sender: AttendeeRead, message: CallMessage) {
    this.control.receive(sender, message);
  }

  /** Follows who is in the call and what they share. */
  update(others: readonly OtherAttendee[]) {
    this.others = others;
    const connected = others.filter(({ status }) => status === 'connected');
    if (this.view.since === null && connected.length > 0) this.begin();
    this.shared.observe(connected.map(({ attendee, media }) => ({ id: attendee.attendeeId, turn: media.screen ?? 0 })));
    const { kind } = this.shared;
    const unseenBy =
      kind === null ? [] : connected.filter(({ media }) => media.screen === null).map(({ attendee }) => attendee);
    this.tellRefusals(connected);
    const { question, controllers, turnedOnBy } = this.control;
    this.set({
      sharing: kind,
      unseenBy,
      question,
      controllers,
      turnedOnBy,
      ...(kind !== null && { replacedBy: null }),
    });
  }

  release() {
    this.monitor?.stop();
    this.shared.close();
    this.link = null;
    this.others = [];
    this.set(NOTHING);
    if (current === this) current = null;
  }

  share(open: () => Promise<Source | null>): Promise<void> {
    return this.shared.share(open);
  }

  stopSharing() {
    this.shared.stop();
  }

  forgetReplacement() {
    this.set({ replacedBy: null });
  }

  tell(to: string, message: CallMessage) {
    this.link?.tell(to, message);
  }

  answer(isAllowed: boolean) {
    this.control.answer(isAllowed);
  }

  takeControlBack() {
    this.control.takeBack();
  }

  flipCamera(): Promise<void> {
    return this.devices.flip();
  }

  private tellRefusals(others: readonly OtherAttendee[]) {
    const refusing = others.filter(({ media }) => media.control.refused.includes(this.ownId));
    for (const { attendee } of refusing)
      if (!this.refusedBy.has(attendee.attendeeId)) toastInfo(`${fullName(attendee.user)} did not allow it.`);
    this.refusedBy = new Set(refusing.map(({ attendee }) => attendee.attendeeId));
  }

  private begin() {
    const since = serverNow();
    saveCallSince(this.meetingId, since);
    this.set({ since });
  }

  private set(change: Partial<InCallView>) {
    const next = { ...this.view, ...change };
    if (isSame(next, this.view)) return;
    this.view = next;
    if (current === this) inCall.setState(next, true);
  }
}

export type { InCall };

let current: InCall | null = null;

/** For a call that begins. */
export function startInCall(own: OwnDevices): InCall {
  current = new InCall(own);
  inCall.setState(NOTHING, true);
  return current;
}

/** Shares in the current call what `open` gives. */
export async function shareInCall(open: () => Promise<Source | null>): Promise<void> {
  await current?.share(open);
}

export function stopSharing() {
  current?.stopSharing();
}

/** The user knows that someone else shares now. */
export function forgetReplacement() {
  current?.forgetReplacement();
}

/** Switches to the camera on the other side of a phone, or to the next one. */
export function flipCamera() {
  void current?.flipCamera();
}

/** Asks one of the others for something. */
export function tellOther(attendeeId: string, message: CallMessage) {
  current?.tell(attendeeId, message);
}

/** The user answers what they were asked. */
export function answerQuestion(isAllowed: boolean) {
  current?.answer(isAllowed);
}

/** Nobody may aim this window's camera any more. */
export function takeControlBack() {
  current?.takeControlBack();
}

/** Whose screen or image is seen; null if nobody shares, or only this window. */
export function sharerOf(others: readonly OtherAttendee[]): OtherAttendee | null {
  const turns = others
    .filter(({ status }) => status === 'connected')
    .map((other) => ({ other, id: other.attendee.attendeeId, turn: other.media.screen ?? 0 }));
  return latestOf(turns)?.other ?? null;
}
