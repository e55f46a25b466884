import { overrideProperty } from './fake-devices';

interface HandleEvents {
  success: (handle: object) => void;
  onmessage: (message: object, jsep?: object) => void;
  webrtcState: (isUp: boolean) => void;
}

/** One of Janus' handles in this window: the test says what Janus answers. */
export class FakeHandle {
  readonly sent: Readonly<Record<string, unknown>>[] = [];
  readonly told: unknown[] = [];
  readonly tracks: unknown[] = [];
  /** Of its connection; null while it has none of its own. */
  configuration: RTCConfiguration | null = null;
  detached = false;
  private readonly events: HandleEvents;
  private connection: FakeConnection | null = null;

  constructor(events: HandleEvents) {
    this.events = events;
    const makeConnection = () => (this.connection ??= new FakeConnection(this));
    const { sent } = this;
    const handle = {
      get webrtcStuff() {
        return stuff;
      },
      send: ({ message }: { message: Record<string, unknown> }) => void sent.push(message),
      createOffer: ({ iceRestart, success }: { iceRestart: boolean; success: (jsep: object) => void }) => {
        makeConnection();
        void Promise.resolve().then(() => success({ type: 'offer', iceRestart }));
      },
      createAnswer: ({ success }: { success: (jsep: object) => void }) => {
        makeConnection();
        void Promise.resolve().then(() => success({ type: 'answer' }));
      },
      handleRemoteJsep: () => undefined,
      detach: () => void (this.detached = true),
    };
    const connectionOf = () => this.connection;
    const stuff = {
      get pc() {
        return connectionOf();
      },
    };
    events.success(handle);
  }

  /** Delivers Janus' message to this handle. */
  say(message: object, jsep?: object) {
    this.events.onmessage(message, jsep);
  }

  connect(state: RTCPeerConnectionState = 'connected') {
    this.connection?.change(state);
  }

  /** Delivers what the other window told. */
  hear(data: unknown) {
    this.connection?.deliver(JSON.stringify(data));
  }

  hangUp() {
    this.events.webrtcState(false);
  }
}

class FakeConnection extends EventTarget {
  connectionState: RTCPeerConnectionState = 'new';
  private readonly handle: FakeHandle;
  private readonly transceivers: object[] = [];
  private incoming: { onmessage?: (event: { data: unknown }) => void } = {};

  constructor(handle: FakeHandle) {
    super();
    this.handle = handle;
  }

  getTransceivers = () => this.transceivers;

  setConfiguration = (configuration: RTCConfiguration) => void (this.handle.configuration = configuration);

  addTransceiver(kind: string) {
    const place = this.transceivers.length;
    const { tracks } = this.handle;
    tracks[place] = null;
    const replaceTrack = (track: unknown) => {
      tracks[place] = track;
      return Promise.resolve();
    };
    this.transceivers.push({ sender: { replaceTrack }, receiver: { track: { kind } } });
    return this.transceivers[place];
  }

  createDataChannel() {
    const { told } = this.handle;
    return { readyState: 'open', send: (text: string) => void told.push(JSON.parse(text)) };
  }

  change(state: RTCPeerConnectionState) {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }

  deliver(data: string) {
    this.dispatchEvent(Object.assign(new Event('datachannel'), { channel: this.incoming }));
    this.incoming.onmessage?.({ data });
  }
}

type OpenSocket = (url: string, protocol: string) => WebSocket;

interface Reclaim {
  success: () => void;
  error: (reason: string) => void;
}

/** Janus, whose sessions and handles the test sees, oldest first. */
export const fakeJanus = {
  sessions: [] as { options: Record<string, (reason?: string) => void>; reclaims: Reclaim[]; closed: boolean }[],
  handles: [] as FakeHandle[],
  /** Whether it can be reached. */
  isThere: true,
  /** Whether it leaves this window waiting. */
  isSilent: false,
  openSocket: null as OpenSocket | null,
  /** All sockets, oldest first, and how often the library heard that one was closed. */
  sockets: [] as FakeSocket[],
  heardEnds: 0,
};

/** In place of the module `janus-gateway` (`vite.config.ts`). */
export default class FakeJanus {
  static readonly init = () => undefined;
  /** The library opens sockets in the way that it is given, and forgets those that it replaces. */
  static readonly useDefaultDependencies = (given: { WebSocket: OpenSocket }) => {
    fakeJanus.openSocket = given.WebSocket;
  };
  private readonly session;

  constructor(options: Record<string, (reason?: string) => void>) {
    this.session = { options, reclaims: [] as Reclaim[], closed: false };
    fakeJanus.sessions.push(this.session);
    this.openSocket();
    if (fakeJanus.isSilent) return;
    void Promise.resolve().then(() => (fakeJanus.isThere ? options.success?.() : options.error?.('unreachable')));
  }

  attach = (events: HandleEvents) => void fakeJanus.handles.push(new FakeHandle(events));
  reconnect = (callbacks: Reclaim) => {
    this.openSocket();
    this.session.reclaims.push(callbacks);
  };
  destroy = () => void (this.session.closed = true);

  private openSocket() {
    const socket = fakeJanus.openSocket?.('wss://media.example', 'janus-protocol');
    socket?.addEventListener('close', () => void (fakeJanus.heardEnds += 1));
  }
}

/** The browser's socket, without a network. */
class FakeSocket extends EventTarget {
  isOpen = true;

  constructor() {
    super();
    fakeJanus.sockets.push(this);
  }

  close() {
    this.isOpen = false;
    this.dispatchEvent(new Event('close'));
  }
}

export function resetFakeJanus() {
  fakeJanus.sessions = [];
  fakeJanus.handles = [];
  fakeJanus.isThere = true;
  fakeJanus.isSilent = false;
  fakeJanus.sockets = [];
  fakeJanus.heardEnds = 0;
  overrideProperty(globalThis, 'WebSocket', FakeSocket);
  // A media server needs no connection between windows.
  overrideProperty(globalThis, 'RTCPeerConnection', EventTarget);
}
