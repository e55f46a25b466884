import { type DeviceKind, devices, markLost, openDevice, openDevices, type Tracks } from '@/shared/media/devices';

const NOTHING: Tracks = { microphone: null, camera: null };
const kinds = ['microphone', 'camera'] as const;

/** What a call has of this computer's devices: their tracks, and whether they are to be heard and seen. */
export class OwnDevices {
  /** What the devices give, null without them. */
  tracks: Tracks = NOTHING;
  /** What is off stays off while its device comes and goes. */
  on: Readonly<Record<DeviceKind, boolean>>;
  private readonly onChange: (kind: DeviceKind) => void;
  private readonly gone = new AbortController();
  /** How often each was asked for. */
  private readonly asked: Record<DeviceKind, number> = { microphone: 0, camera: 0 };
  /** What was asked for and could not be had. */
  private readonly missed = new Set<DeviceKind>();

  constructor(on: OwnDevices['on'], onChange: (kind: DeviceKind) => void) {
    this.on = on;
    this.onChange = onChange;
    this.gone.signal.addEventListener(
      'abort',
      devices.subscribe(() => this.catchUp()),
    );
  }

  /** What is sent of a kind: nothing of a device that is off. */
  sent(kind: DeviceKind): MediaStreamTrack | null {
    return this.on[kind] ? this.tracks[kind] : null;
  }

  async open() {
    // After a reload a camera may be off from the start, and its light is not to be seen either.
    if (!this.on.camera) {
      await this.renew('microphone');
      return;
    }
    const tracks = await openDevices();
    for (const kind of kinds) this.take(kind, tracks[kind]);
  }

  turn(kind: DeviceKind, on: boolean) {
    this.on = { ...this.on, [kind]: on };
    if (on && this.tracks[kind] === null) void this.renew(kind);
    this.settle(kind);
  }

  /** Takes the device that is chosen now, also after trouble with the one before. */
  async renew(kind: DeviceKind) {
    // A camera that is off stays dark; the chosen one is taken when it is turned on.
    if (kind === 'camera' && !this.on.camera) return;
    this.missed.delete(kind);
    this.asked[kind] += 1;
    const asked = this.asked[kind];
    const track = await openDevice(kind);
    // The browser may answer a later wish first.
    if (asked === this.asked[kind]) this.take(kind, track);
    else track?.stop();
  }

  /** Gives all of them back. */
  release() {
    this.gone.abort();
    for (const kind of kinds) this.tracks[kind]?.stop();
    this.tracks = NOTHING;
  }

  /** A device without trouble is taken to be in the call: its user has allowed it since, or tried it elsewhere. */
  private catchUp() {
    for (const kind of this.missed) {
      const { permission, problem } = devices.getState()[kind];
      if (this.on[kind] && permission === 'granted' && problem === null) void this.renew(kind);
    }
  }

  private take(kind: DeviceKind, track: MediaStreamTrack | null) {
    const { signal } = this.gone;
    if (signal.aborted) {
      track?.stop();
      return;
    }
    this.tracks[kind]?.stop();
    this.tracks = { ...this.tracks, [kind]: track };
    if (track === null) this.missed.add(kind);
    else this.missed.delete(kind);
    track?.addEventListener('ended', () => this.lose(kind, track), { signal });
    this.settle(kind);
  }

  private lose(kind: DeviceKind, track: MediaStreamTrack) {
    if (this.tracks[kind] !== track) return;
    markLost(kind);
    this.take(kind, null);
  }

  private settle(kind: DeviceKind) {
    const track = this.tracks[kind];
    if (track !== null) track.enabled = this.on[kind];
    // A camera that is off is given back, so that its light goes out.
    if (kind === 'camera' && !this.on.camera) {
      track?.stop();
      this.tracks = { ...this.tracks, camera: null };
    }
    this.onChange(kind);
  }
}
