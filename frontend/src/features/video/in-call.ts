/** What a call has besides its devices and connections: its length and quality, what is shared, and who may aim which camera. */
import type { Attendance, AttendeeRead, JoinInfo, MediaReport } from '@/api/generated/types.gen';
import { attendeeName } from './attendee-name';
import { isSame } from '@/shared/lib/same';
import { serverNow } from '@/shared/lib/server-clock';
import { toastInfo } from '@/shared/ui/toasts';

import { CameraControl } from './camera-control';
import { inCall, type InCallView, NOTHING } from './in-call-view';
import { saveCallSince, savedCallSince } from './call-since';
import type { MediaLink, OtherAttendee } from './media-link';
import { MediaWatch } from './media-watch';
import type { OwnDevices } from './own-devices';
import type { CallMessage, PeerMedia } from './peer-media';
import { monitorCall, type QualityMonitor } from './quality-monitor';
import { ScreenShare, type Source } from './screen-share';

class InCall {
  private readonly shared: ScreenShare;
  private readonly control: CameraControl;
  private readonly devices: OwnDevices;
  private link: MediaLink | null = null;
  private meetingId = '';
  private ownId = '';
  private monitor: QualityMonitor | null = null;
  private watch: MediaWatch | null = null;
  private others: readonly OtherAttendee[] = [];
  private refusedBy = new Set<string>();
  private busyOf = new Set<string>();
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

  /** `onProblem` is called when there is something to tell the server at once. */
  join({ meeting, attendee }: JoinInfo, link: MediaLink, onProblem: () => void) {
    this.link = link;
    this.meetingId = meeting.meetingId;
    this.ownId = attendee.attendeeId;
    this.shared.join(attendee.attendeeId);
    this.set({ since: savedCallSince(meeting.meetingId) });
    const monitor = monitorCall({ link, isSharing: () => this.shared.track !== null });
    this.monitor = monitor;
    this.watch = new MediaWatch({
      others: () => link.views(),
      hasArrived: (attendeeId) => monitor.hasArrived(attendeeId),
      onProblem,
    });
  }

  /** Follows who the server says is in the call. */
  attend({ attendees, callbacks }: Pick<Attendance, 'attendees' | 'callbacks'>) {
    this.watch?.attend({ attendees, callbacks });
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
    this.tellAnswers(connected);
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

  /** For the server: whether sound and picture arrive here; null while nobody else is there. */
  report(): MediaReport | null {
    return this.watch?.report() ?? null;
  }

  release() {
    this.monitor?.stop();
    this.watch?.stop();
    this.watch = null;
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
    // Whoever asks again is answered again.
    if ('ask' in message) this.busyOf.delete(to);
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

  private tellAnswers(others: readonly OtherAttendee[]) {
    const tell = (answer: 'refused' | 'busy', told: ReadonlySet<string>, words: string) => {
      const giving = others.filter(({ media }) => media.control[answer].includes(this.ownId));
      for (const { attendee } of giving)
        if (!told.has(attendee.attendeeId)) toastInfo(`${attendeeName(attendee)} ${words}`);
      return new Set(giving.map(({ attendee }) => attendee.attendeeId));
    };
    this.refusedBy = tell('refused', this.refusedBy, 'did not allow it.');
    this.busyOf = tell('busy', this.busyOf, 'is being asked by someone else. Ask again in a moment.');
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
