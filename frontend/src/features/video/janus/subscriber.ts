import type { MediaPlacement } from '@/api/generated/types.gen';

import { transceiverOf } from '../senders';
import type { JanusHandle, JanusMessage, JanusSession } from './janus-session';

export interface SubscriberOptions {
  readonly placement: MediaPlacement;
  /** Shows Janus that this window is in the room. */
  readonly privateId: number;
  readonly feed: number;
  readonly onMessage: (data: unknown) => void;
  readonly onChange: () => void;
  /** Janus refused it, or has ended it. */
  readonly onGone: () => void;
}

/** What this window receives from one other, through Janus. */
export class Subscriber {
  readonly feed: number;
  readonly stream = new MediaStream();
  readonly shared = new MediaStream();
  private readonly options: SubscriberOptions;
  private handle: JanusHandle | null = null;
  private closed = false;

  constructor(options: SubscriberOptions) {
    this.options = options;
    this.feed = options.feed;
  }

  start(session: JanusSession) {
    const events = {
      onMessage: (message: JanusMessage, jsep?: Parameters<JanusHandle['answer']>[0]) => this.receive(message, jsep),
      onGone: () => this.goneUnlessClosed(),
    };
    session.attach(events).then(
      (handle) => this.subscribe(handle),
      () => this.goneUnlessClosed(),
    );
  }

  get connection(): RTCPeerConnection | null {
    return this.handle?.connection ?? null;
  }

  restartIce() {
    if (this.connection !== null) this.handle?.send({ request: 'configure', restart: true });
  }

  close() {
    this.closed = true;
    this.handle?.detach();
  }

  private subscribe(handle: JanusHandle) {
    if (this.closed) {
      handle.detach();
      return;
    }
    const { placement, privateId, feed } = this.options;
    const { room, pin } = placement;
    this.handle = handle;
    handle.send({ request: 'join', ptype: 'subscriber', room, pin, private_id: privateId, streams: [{ feed }] });
  }

  private receive(message: JanusMessage, jsep: Parameters<JanusHandle['answer']>[0] | undefined) {
    const { handle } = this;
    if (this.closed || handle === null) return;
    if (message.error_code !== undefined) this.goneUnlessClosed();
    if (jsep?.type !== 'offer') return;
    handle
      .answer(jsep, (connection) => this.prepare(connection))
      .then((answer) => handle.send({ request: 'start' }, answer))
      .catch(() => this.goneUnlessClosed());
  }

  private prepare(connection: RTCPeerConnection) {
    connection.addEventListener('track', ({ track }) => {
      const isShared = transceiverOf(connection, 'screen')?.receiver.track === track;
      (isShared ? this.shared : this.stream).addTrack(track);
    });
    connection.addEventListener('connectionstatechange', () => this.options.onChange());
    // Janus forwards messages only to windows that have opened a channel, but over another one.
    connection.createDataChannel('ready');
    connection.addEventListener('datachannel', ({ channel }) => {
      channel.onmessage = ({ data }) => this.options.onMessage(data);
    });
  }

  private goneUnlessClosed() {
    if (this.closed) return;
    this.close();
    this.options.onGone();
  }
}
