import {
  type DeviceKind,
  devices,
  markLost,
  openDevice,
  openDevices,
  otherCamera,
  type Tracks,
} from '@/shared/media/devices';

const NO_TRACKS: Tracks = { microphone: null, camera: null };
const kinds = ['microphone', 'camera'] as const;

/** The call's use of this computer's devices: their tracks, and whether each is on. */
export class OwnDevices {
  /** The devices' tracks; null for a device that is not available. */
  tracks: Tracks = NO_TRACKS;
  /** A device that is off stays off when it is disconnected and reconnected. */
  on: Readonly<Record<DeviceKind, boolean>>;
  private readonly onChange: (kind: DeviceKind) => void;
  private readonly gone = new AbortController();
  /** The number of requests for each device. */
  private readonly requests: Record<DeviceKind, number> = { microphone: 0, camera: 0 };
  /** Devices that were requested but not available. */
  private readonly missing = new Set<DeviceKind>();

  constructor(on: OwnDevices['on'], onChange: (kind: DeviceKind) => void) {
    this.on = on;
    this.onChange = onChange;
    this.gone.signal.addEventListener(
      'abort',
      devices.subscribe(() => this.retryMissing()),
    );
  }

  /** The track to send; null for a device that is off. */
  sent(kind: DeviceKind): MediaStreamTrack | null {
    return this.on[kind] ? this.tracks[kind] : null;
  }

  /** What is on but cannot be used. */
  lacks(): DeviceKind[] {
    return kinds.filter((kind) => this.on[kind] && this.missing.has(kind));
  }

  async open() {
    // After a reload, a camera that was off is not opened, so that its light stays off.
    if (!this.on.camera) {
      await this.renew('microphone');
      return;
    }
    const tracks = await openDevices();
    for (const kind of kinds) this.setTrack(kind, tracks[kind]);
  }

  turn(kind: DeviceKind, on: boolean) {
    this.on = { ...this.on, [kind]: on };
    if (on && this.tracks[kind] === null) void this.renew(kind);
    this.update(kind);
  }

  /** Switches to another camera, unless there is only one. */
  async flip() {
    const { camera } = this.tracks;
    const other = camera === null ? null : await otherCamera(camera);
    if (camera === null || other === null || camera !== this.tracks.camera) return;
    // Many phones open only one at a time.
    camera.stop();
    await this.renew('camera', other);
    if (this.missing.has('camera')) await this.renew('camera');
  }

  /** Opens the selected device, or the one that is meant, for example after a problem with the previous one. */
  async renew(kind: DeviceKind, which?: MediaTrackConstraints) {
    // A camera that is off is not opened until the user turns it on.
    if (kind === 'camera' && !this.on.camera) return;
    this.missing.delete(kind);
    this.requests[kind] += 1;
    const request = this.requests[kind];
    const track = await openDevice(kind, which);
    // The browser may resolve a later request first.
    if (request === this.requests[kind]) this.setTrack(kind, track);
    else track?.stop();
  }

  /** Releases all devices. */
  release() {
    this.gone.abort();
    for (const kind of kinds) this.tracks[kind]?.stop();
    this.tracks = NO_TRACKS;
  }

  /** Opens a missing device once its problem is solved, because the user has allowed or tested it elsewhere. */
  private retryMissing() {
    for (const kind of this.missing) {
      const { permission, problem } = devices.getState()[kind];
      if (this.on[kind] && permission === 'granted' && problem === null) void this.renew(kind);
    }
  }

  private setTrack(kind: DeviceKind, track: MediaStreamTrack | null) {
    const { signal } = this.gone;
    if (signal.aborted) {
      track?.stop();
      return;
    }
    this.tracks[kind]?.stop();
    this.tracks = { ...this.tracks, [kind]: track };
    if (track === null) this.missing.add(kind);
    else this.missing.delete(kind);
    track?.addEventListener('ended', () => this.handleLost(kind, track), { signal });
    this.update(kind);
  }

  private handleLost(kind: DeviceKind, track: MediaStreamTrack) {
    if (this.tracks[kind] !== track) return;
    markLost(kind);
    this.setTrack(kind, null);
  }

  private update(kind: DeviceKind) {
    const track = this.tracks[kind];
    if (track !== null) track.enabled = this.on[kind];
    // A camera that is off is released, so that its light turns off.
    if (kind === 'camera' && !this.on.camera) {
      track?.stop();
      this.tracks = { ...this.tracks, camera: null };
    }
    this.onChange(kind);
  }
}
