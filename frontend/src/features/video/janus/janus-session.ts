/** Janus' own library, as promises, and without what it would do to devices: connections and transceivers are set up here. */
import Janus, { type JanusJS } from 'janus-gateway';

import { type OpenedSocket, openSocket, socketOpenedBy } from './socket';

type Jsep = JanusJS.JSEP;
export type JanusMessage = Readonly<Record<string, unknown>>;

export interface HandleEvents {
  readonly onMessage: (message: JanusMessage, jsep: Jsep | undefined) => void;
  /** Janus has ended the connection of this handle. */
  readonly onGone: () => void;
}

const PLUGIN = 'janus.plugin.videoroom';
/** Janus answers at once, or not at all. */
const RECLAIM_MS = 5_000;
const CLOSE_MS = 1_000;

/** Janus has ended the session, so that only a new one helps. */
export class SessionOver extends Error {}

/** Today's browsers need none of the adapter's repairs; the library itself asks only for the browser's name. */
function initialize() {
  const adapter = { browserDetails: { browser: 'other', version: 0 } };
  // oxlint-disable-next-line react-hooks/rules-of-hooks -- a method of Janus, not a hook
  Janus.init({ debug: false, dependencies: Janus.useDefaultDependencies({ adapter, WebSocket: openSocket }) });
}

/** A session that Janus has not confirmed yet. */
export interface Opening {
  /** Rejects if Janus cannot be reached. */
  readonly session: Promise<JanusSession>;
  /** Gives it up. */
  readonly retire: () => void;
}

/** A window's session with Janus, which survives the loss of its socket for as long as Janus waits for it. */
export class JanusSession {
  private readonly janus: Janus;
  private readonly configuration: () => RTCConfiguration;
  private socket: OpenedSocket | null;

  private constructor(janus: Janus, configuration: () => RTCConfiguration, socket: OpenedSocket | null) {
    this.janus = janus;
    this.configuration = configuration;
    this.socket = socket;
  }

  /** `configuration` is of new and of restored connections. `onLost` is called when its socket is lost later. */
  static open(url: string, configuration: () => RTCConfiguration, onLost: () => void): Opening {
    initialize();
    let socket: OpenedSocket | null = null;
    const session = new Promise<JanusSession>((resolve, reject) => {
      let isOpen = false;
      socket = socketOpenedBy(() => {
        const janus = new Janus({
          server: url,
          // Handles set up their connections themselves; without these, the library would choose its own.
          iceServers: [],
          success: () => {
            isOpen = true;
            resolve(new JanusSession(janus, configuration, socket));
          },
          error: (reason: unknown) => (isOpen ? onLost() : reject(new Error(String(reason)))),
        });
      });
    });
    return { session, retire: () => socket?.retire() };
  }

  /** Continues the session over a new socket; rejects if Janus cannot be reached, or (`SessionOver`) has ended it. */
  reclaim(): Promise<void> {
    this.socket?.retire();
    return new Promise((resolve, reject) => {
      const late = window.setTimeout(() => reject(new Error('Janus does not answer.')), RECLAIM_MS);
      this.socket = socketOpenedBy(() =>
        this.janus.reconnect({
          success: () => {
            window.clearTimeout(late);
            resolve();
          },
          error: (reason) => {
            window.clearTimeout(late);
            reject(reason.startsWith('No such session') ? new SessionOver(reason) : new Error(reason));
          },
        }),
      );
    });
  }

  attach({ onMessage, onGone }: HandleEvents): Promise<JanusHandle> {
    return new Promise((resolve, reject) => {
      this.janus.attach({
        plugin: PLUGIN,
        success: (handle) => resolve(new JanusHandle(handle, this.configuration)),
        error: (reason) => reject(new Error(reason)),
        onmessage: onMessage,
        webrtcState: (isUp) => {
          if (!isUp) onGone();
        },
        ondetached: onGone,
      });
    });
  }

  /** Ends the session, with all of its handles and connections. */
  close() {
    this.janus.destroy({ cleanupHandles: true, notifyDestroyed: false });
    window.setTimeout(() => this.socket?.retire(), CLOSE_MS);
  }
}

/** One connection to Janus: of what this window publishes, or of what it receives from one other. */
export class JanusHandle {
  private readonly handle: JanusJS.PluginHandle;
  private readonly configuration: () => RTCConfiguration;

  constructor(handle: JanusJS.PluginHandle, configuration: () => RTCConfiguration) {
    this.handle = handle;
    this.configuration = configuration;
  }

  /** Null before the first offer or answer, and after the end. */
  get connection(): RTCPeerConnection | null {
    const stuff: { pc?: RTCPeerConnection | null } = this.handle.webrtcStuff;
    return stuff.pc ?? null;
  }

  send(message: { request: string; [name: string]: unknown }, jsep?: Jsep) {
    this.handle.send({ message, ...(jsep !== undefined && { jsep }) });
  }

  /** `prepare` gets a new connection before its offer is made. */
  offer(prepare: (connection: RTCPeerConnection) => void, iceRestart = false): Promise<Jsep> {
    return new Promise((resolve, reject) => {
      const isNew = this.connection === null;
      this.configure();
      this.handle.createOffer({ iceRestart, success: resolve, error: reject });
      // The library makes the connection at once, and the offer in a later turn.
      if (isNew) this.prepareWith(prepare, reject);
    });
  }

  answer(jsep: Jsep, prepare: (connection: RTCPeerConnection) => void): Promise<Jsep> {
    return new Promise((resolve, reject) => {
      const isNew = this.connection === null;
      this.configure();
      this.handle.createAnswer({ jsep, success: resolve, error: (reason) => reject(new Error(reason)) });
      if (isNew) this.prepareWith(prepare, reject);
    });
  }

  accept(jsep: Jsep) {
    this.handle.handleRemoteJsep({ jsep, error: () => undefined });
  }

  detach() {
    this.handle.detach();
  }

  private prepareWith(prepare: (connection: RTCPeerConnection) => void, reject: (reason: Error) => void) {
    const { connection } = this;
    if (connection === null) reject(new Error('Janus made no connection.'));
    else {
      this.configure();
      prepare(connection);
    }
  }

  /** Credentials for relays expire, and are replaced; the library knows only the first ones. */
  private configure() {
    this.connection?.setConfiguration(this.configuration());
  }
}
