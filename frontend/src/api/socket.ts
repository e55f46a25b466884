import { io, type Socket } from 'socket.io-client';
import { createStore } from 'zustand/vanilla';

import { pageAge, serverNow } from '@/shared/lib/server-clock';

import { access, SESSION_ENDED } from './access';
import { constants } from './contract/constants.gen';
import { type EventName, type EventPayload, staleAfter } from './events';
import { getMe } from './generated/sdk/people.gen';
import { runtimeConfig } from './runtime-config';

export type EventPair = { [N in EventName]: readonly [name: N, payload: EventPayload<N>] }[EventName];

type ServerEvents = { [N in EventName]: (payload: EventPayload<N>) => void } & {
  [constants.EVENT_BATCH]: (events: readonly EventPair[]) => void;
  [constants.MISSED_EVENTS]: (events: readonly EventPair[]) => void;
};

interface ClientEvents {
  'consult:began-viewing': (consultId: string) => void;
  'consult:ended-viewing': (consultId: string) => void;
}

export interface Connection {
  readonly status: 'off' | 'connecting' | 'connected' | 'lost';
  /** While the connection is lost, the server's time (epoch milliseconds) up to which the screen is current. */
  readonly lostSince: number | null;
}

/** The delays before reconnecting a socket that the server closed or had no capacity for. */
const RECONNECT_DELAY = 500;
const MAX_RECONNECT_DELAY = 2_000;
/** The delay before retrying for a user whom the server does not recognize. */
const REJECTED_DELAY = 10_000;
/** The server's error codes for a rejected token, and for one whose user has no account, or no longer; others are unrelated to it. */
const NOT_SIGNED_IN = 'not_signed_in';
const UNKNOWN_USER = 'unknown_user';
/** How long a socket and its replacement both listen, so that no event is missed. */
const OVERLAP = 1_000;

export const connection = createStore<Connection>(() => ({ status: 'off', lostSince: null }));

interface NamedEvent<N extends EventName> {
  readonly name: N;
  readonly payload: EventPayload<N>;
}

type AnyListener = (event: { name: EventName; payload: EventPayload<EventName> }) => void;

/** Gets the events since the page was opened, or null if the server does not know them all. */
type FirstConnectListener = (missed: readonly EventPair[] | null) => void;

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const listeners = new Set<AnyListener>();
const firstConnectListeners = new Set<FirstConnectListener>();
const reconnectListeners = new Set<() => void>();
/** How many components show each consult. */
const viewed = new Map<string, number>();

let socket: LiveSocket | null = null;
/** The replacement, which takes over as soon as it is connected. */
let successor: LiveSocket | null = null;
/** The previous socket, while both listen. */
let predecessor: LiveSocket | null = null;
/** The last token sent to the server; the socket ends when it expires. */
let sentToken: string | null = null;
let lastReceived = 0;
/** The events since the page was opened; the server sends them before it accepts the first connection. */
let missed: readonly EventPair[] | null = null;

/** Opens the socket for the signed-in user; without a token it stays closed. A new token opens a replacement. */
export function openSocket() {
  const token = access().token();
  if (token === null) return;
  if (socket !== null) {
    if (socket.connected && successor === null && token !== sentToken) replace(socket);
    return;
  }
  lastReceived = serverNow();
  missed = null;
  connection.setState({ status: 'connecting', lostSince: null }, true);
  takeOver(createSocket());
  window.addEventListener('online', reconnectNow);
}

function createSocket(): LiveSocket {
  const { apiBaseUrl, socketPath } = runtimeConfig();
  const created: LiveSocket = io(new URL(apiBaseUrl, window.location.origin).origin, {
    path: socketPath,
    transports: ['websocket'],
    auth: (sendAuth) =>
      void access()
        .freshToken()
        .then((token) => {
          sentToken = token;
          // Only the first connection follows requests of a page that received no events yet.
          sendAuth(connection.getState().status === 'connecting' ? { token, pageAge: pageAge() } : { token });
        }),
    reconnectionDelay: RECONNECT_DELAY,
    reconnectionDelayMax: MAX_RECONNECT_DELAY,
  });
  created.io.on('ping', markReceived);
  for (const name of eventNames()) {
    created.on<EventName>(name, (payload: EventPayload<EventName>) => {
      dispatch(name, payload);
    });
  }
  created.on(constants.EVENT_BATCH, (events) => {
    for (const [name, payload] of events) if (name in staleAfter) dispatch(name, payload);
  });
  created.on(constants.MISSED_EVENTS, (events) => {
    missed = events.filter(([name]) => name in staleAfter);
  });
  return created;
}

function takeOver(created: LiveSocket) {
  socket = created;
  let rejections = 0;
  created.on('connect', () => {
    rejections = 0;
    if (created === socket) handleConnected();
  });
  created.on('disconnect', () => handleLost(created, RECONNECT_DELAY));
  created.on('connect_error', ({ message }) => {
    // A user who was deactivated must not keep what is on the screen: the refusal of this request removes it.
    if (message === UNKNOWN_USER) void getMe().catch(() => undefined);
    if (message !== NOT_SIGNED_IN && message !== SESSION_ENDED) {
      handleLost(created, message === UNKNOWN_USER ? REJECTED_DELAY : MAX_RECONNECT_DELAY);
      return;
    }
    rejections += 1;
    if (message === SESSION_ENDED && rejections > 1 && created === socket) access().acceptSessionEnd();
    else handleLost(created, rejections === 1 ? 0 : REJECTED_DELAY, message);
  });
}

/** The server closes a socket when its token expires; before that, a socket with the renewed token takes over seamlessly. */
function replace(old: LiveSocket) {
  const next = createSocket();
  successor = next;
  next.once('connect', () => {
    successor = null;
    predecessor = old;
    takeOver(next);
    handleConnected();
    setTimeout(() => old.disconnect(), OVERLAP);
  });
  next.once('connect_error', () => {
    // The old socket still works; when it ends, it reconnects as after any other lost connection.
    if (successor !== next) return;
    successor = null;
    next.disconnect();
  });
}

/** Closes the socket for good, at sign-out. */
export function closeSocket() {
  window.removeEventListener('online', reconnectNow);
  const sockets = [predecessor, socket, successor];
  predecessor = socket = successor = null;
  for (const each of sockets) each?.disconnect();
  viewed.clear();
  connection.setState({ status: 'off', lostSince: null }, true);
}

/** Subscribes to all events; returns a function that unsubscribes. */
export function onAnyEvent(listener: AnyListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Subscribes to one event; returns a function that unsubscribes. */
export function onEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  const matches = (event: { name: EventName; payload: unknown }): event is NamedEvent<N> => event.name === name;
  return onAnyEvent((event) => {
    if (matches(event)) listener(event.payload);
  });
}

/** Called on the first connection: data fetched before may have changed. */
export function onFirstConnect(listener: FirstConnectListener): () => void {
  firstConnectListeners.add(listener);
  return () => void firstConnectListeners.delete(listener);
}

/** Called on a reconnect after a lost connection. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => void reconnectListeners.delete(listener);
}

/** Reports to the server that the user is viewing a consult, until the returned function is called; repeats it after a reconnect. */
export function reportViewing(consultId: string): () => void {
  const before = viewed.get(consultId) ?? 0;
  viewed.set(consultId, before + 1);
  if (before === 0 && socket?.connected === true) socket.emit('consult:began-viewing', consultId);
  return () => {
    const remaining = (viewed.get(consultId) ?? 1) - 1;
    if (remaining > 0) {
      viewed.set(consultId, remaining);
      return;
    }
    viewed.delete(consultId);
    if (socket?.connected === true) socket.emit('consult:ended-viewing', consultId);
  };
}

function eventNames(): EventName[] {
  return Object.keys(staleAfter).filter((name): name is EventName => name in staleAfter);
}

function dispatch(name: EventName, payload: EventPayload<EventName>) {
  markReceived();
  for (const listener of [...listeners]) listener({ name, payload });
}

function markReceived() {
  lastReceived = serverNow();
}

function handleConnected() {
  markReceived();
  const { status } = connection.getState();
  connection.setState({ status: 'connected', lostSince: null }, true);
  for (const consultId of viewed.keys()) socket?.emit('consult:began-viewing', consultId);
  if (status === 'connecting') for (const listener of [...firstConnectListeners]) listener(missed);
  if (status === 'lost') for (const listener of [...reconnectListeners]) listener();
}

/** Socket.IO reconnects after a network failure, but not after the server closed or rejected the socket. */
function handleLost(closed: LiveSocket, delay: number, rejection: string | null = null) {
  if (closed !== socket) return;
  const since = connection.getState().lostSince ?? lastReceived;
  connection.setState({ status: 'lost', lostSince: since }, true);
  if (closed.active) return;
  // Add jitter, because the server may have closed all sockets at once.
  setTimeout(() => void reconnectAfterClose(closed, rejection), delay * (0.75 + Math.random() / 2));
}

async function reconnectAfterClose(closed: LiveSocket, rejection: string | null) {
  const renewal = closed === socket && rejection !== null ? await access().renew() : 'renewed';
  if (closed === socket && rejection === SESSION_ENDED && renewal !== 'renewed') access().acceptSessionEnd();
  if (closed === socket && !closed.active) closed.connect();
}

function reconnectNow() {
  if (socket?.connected === false) socket.connect();
}
