import { nextTurn } from './peer-media';

/** What a window can share besides its camera. */
export type SharedKind = 'screen' | 'image';

export interface ShareOptions {
  /** Sends this track from now on, or none. */
  readonly onTrack: (track: MediaStreamTrack | null) => void;
  /** Someone else has begun to share. */
  readonly onReplaced: (byAttendee: string) => void;
}

/** Frames a second of a screen. More would take from the camera what texts and pictures do not need. */
const SCREEN_FRAMES = 15;
/** The longer side of an image that is sent. Screens on the other side show no more. */
const MAX_IMAGE_SIDE = 1_920;
/** An image is drawn again and again, because whoever joins later needs a frame to begin with. */
const REDRAW_MS = 1_000;

/** What this window shares in a call. One attendee shares at a time: whoever began last. */
export class ScreenShare {
  private readonly options: ShareOptions;
  /** Identifies this window, once it has joined. */
  private ownId = '';
  private taken: Source | null = null;
  private ownTurn = 0;
  private highestTurn = 0;
  private closed = false;

  constructor(options: ShareOptions) {
    this.options = options;
  }

  get kind(): SharedKind | null {
    return this.taken?.kind ?? null;
  }

  get track(): MediaStreamTrack | null {
    return this.taken?.track ?? null;
  }

  /** 0 while nothing is shared. */
  get turn(): number {
    return this.taken === null ? 0 : this.ownTurn;
  }

  join(ownId: string) {
    this.ownId = ownId;
  }

  /** Shares what the user chooses, unless they cancel. Rejects if the browser or the file does not allow it. */
  async share(open: () => Promise<Source | null>) {
    const source = await open();
    if (source === null) return;
    if (this.closed) {
      source.stop();
      return;
    }
    this.taken?.stop();
    this.taken = source;
    this.ownTurn = nextTurn(this.highestTurn);
    this.highestTurn = this.ownTurn;
    source.track.contentHint = 'detail';
    // The browser has a button of its own that stops it.
    source.track.addEventListener('ended', () => {
      if (this.taken === source) this.stop();
    });
    this.options.onTrack(source.track);
  }

  stop() {
    this.taken?.stop();
    this.taken = null;
    if (!this.closed) this.options.onTrack(null);
  }

  /** Takes note of the turns of others, and stops if one of them is later. */
  observe(others: readonly { readonly id: string; readonly turn: number }[]) {
    const latest = latestOf(others);
    if (latest === null) return;
    this.highestTurn = Math.max(this.highestTurn, latest.turn);
    if (this.taken === null || latestOf([latest, { id: this.ownId, turn: this.ownTurn }]) !== latest) return;
    this.stop();
    this.options.onReplaced(latest.id);
  }

  close() {
    this.closed = true;
    this.stop();
  }
}

/** Whoever shares now: of two who began at the same moment, every window picks the same one. Null if nobody shares. */
export function latestOf<T extends { readonly id: string; readonly turn: number }>(all: readonly T[]): T | null {
  return all.reduce<T | null>((found, each) => {
    if (each.turn === 0) return found;
    if (found === null || each.turn > found.turn) return each;
    return each.turn === found.turn && each.id < found.id ? each : found;
  }, null);
}

export interface Source {
  readonly kind: SharedKind;
  readonly track: MediaStreamTrack;
  readonly stop: () => void;
}

export function canShareScreen(): boolean {
  return 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;
}

/** Lets the user choose a screen, a window or a tab. Must be called from a click or key handler. */
export async function openScreen(): Promise<Source | null> {
  try {
    const video = { frameRate: { max: SCREEN_FRAMES } };
    const stream = await navigator.mediaDevices.getDisplayMedia({ video, audio: false });
    const [track] = stream.getVideoTracks();
    return track === undefined ? null : { kind: 'screen', track, stop: () => track.stop() };
  } catch (error) {
    // Also what browsers report if the user cancels.
    if (error instanceof Error && error.name === 'NotAllowedError') return null;
    throw error;
  }
}

/** The picture in a file as something to share: only what can be seen of it, without its metadata. Rejects if it is none. */
export async function openImage(file: Blob): Promise<Source> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  const draw = () => context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  draw();
  const [track] = canvas.captureStream().getVideoTracks();
  if (track === undefined) throw new DOMException('The canvas has no track.', 'NotSupportedError');
  const timer = window.setInterval(draw, REDRAW_MS);
  const stop = () => {
    window.clearInterval(timer);
    track.stop();
    picture.close();
  };
  return { kind: 'image', track, stop };
}
