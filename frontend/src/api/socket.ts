import { io, type Socket } from 'socket.io-client';

import { ExternalStore } from '@/shared/lib/external-store';
import { serverNow } from '@/shared/lib/server-clock';

import { access } from './access';
import { type EventName, type EventPayload, staleAfter } from './events';
import { runtimeConfig } from './runtime-config';

type ServerEvents = { [N in EventName]: (payload: EventPayload<N>) => void };

interface ClientEvents {
  'consult:began-viewing': (consultId: string) => void;
  'consult:ended-viewing': (consultId: string) => void;
}

export interface Connection {
  readonly status: 'off' | 'connecting' | 'connected' | 'lost';
  /** The server's time (milliseconds since 1970) up to which the screen is true, while the connection is lost. */
  readonly lostSince: number | null;
}

/** The pause before a socket that the server closed or refused comes back. */
const RETURN_PAUSE = 500;
const LONGEST_PAUSE = 2_000;

export const connection = new ExternalStore<Connection>({ status: 'off', lostSince: null });

interface HeardEvent<N extends EventName> {
  readonly name: N;
  readonly payload: EventPayload<N>;
}

type AnyListener = (event: { name: EventName; payload: EventPayload<EventName> }) => void;

const listeners = new Set<AnyListener>();
const returnListeners = new Set<() => void>();
const viewed = new Map<string, number>();

let socket: Socket<ServerEvents, ClientEvents> | null = null;
let lastHeard = 0;

/** Opens the socket for the signed-in user; without a token it stays closed. */
export function openSocket() {
  if (socket !== null || access().token() === null) return;
  lastHeard = serverNow();
  connection.set({ status: 'connecting', lostSince: null });
  const opened: Socket<ServerEvents, ClientEvents> = io({
    path: runtimeConfig().socketPath,
    transports: ['websocket'],
    auth: (answer) =>
      void access()
        .freshToken()
        .then((token) => answer({ token })),
    reconnectionDelay: RETURN_PAUSE,
    reconnectionDelayMax: LONGEST_PAUSE,
  });
  socket = opened;
  opened.on('connect', connected);
  opened.on('disconnect', () => lost(opened));
  opened.on('connect_error', () => lost(opened));
  opened.io.on('ping', heard);
  window.addEventListener('online', comeBack);
  for (const name of eventNames()) listen(opened, name);
}

/** Closes it for good, at sign-out. */
export function closeSocket() {
  window.removeEventListener('online', comeBack);
  socket?.disconnect();
  socket = null;
  viewed.clear();
  connection.set({ status: 'off', lostSince: null });
}

/** Follows every event; answers a function that stops. */
export function onAnyEvent(listener: AnyListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Follows one event; answers a function that stops. */
export function onEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  const isIt = (event: { name: EventName; payload: unknown }): event is HeardEvent<N> => event.name === name;
  return onAnyEvent((event) => {
    if (isIt(event)) listener(event.payload);
  });
}

/** Called when a lost connection is back. */
export function onReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => void returnListeners.delete(listener);
}

/** Tells the server that a consult is on the screen until the answered function is called; it survives a reconnect. */
export function view(consultId: string): () => void {
  const before = viewed.get(consultId) ?? 0;
  viewed.set(consultId, before + 1);
  if (before === 0 && socket?.connected === true) socket.emit('consult:began-viewing', consultId);
  return () => {
    const left = (viewed.get(consultId) ?? 1) - 1;
    if (left > 0) {
      viewed.set(consultId, left);
      return;
    }
    viewed.delete(consultId);
    if (socket?.connected === true) socket.emit('consult:ended-viewing', consultId);
  };
}

function eventNames(): EventName[] {
  return Object.keys(staleAfter).filter((name): name is EventName => name in staleAfter);
}

function listen(opened: Socket<ServerEvents, ClientEvents>, name: EventName) {
  const tell = (payload: EventPayload<EventName>) => {
    heard();
    for (const listener of [...listeners]) listener({ name, payload });
  };
  opened.on<EventName>(name, tell);
}

function heard() {
  lastHeard = serverNow();
}

function connected() {
  heard();
  const wasLost = connection.get().status === 'lost';
  connection.set({ status: 'connected', lostSince: null });
  for (const consultId of viewed.keys()) socket?.emit('consult:began-viewing', consultId);
  if (wasLost) for (const listener of [...returnListeners]) listener();
}

/** Socket.IO comes back by itself from a broken line, but not when the server closed or refused the socket. */
function lost(opened: Socket<ServerEvents, ClientEvents>) {
  if (opened !== socket) return;
  const since = connection.get().lostSince ?? lastHeard;
  connection.set({ status: 'lost', lostSince: since });
  if (!opened.active) setTimeout(() => void returnWithNewToken(opened), RETURN_PAUSE);
}

async function returnWithNewToken(opened: Socket<ServerEvents, ClientEvents>) {
  const renewed = (await access().renew()) === 'renewed';
  if (opened !== socket) return;
  if (renewed) opened.connect();
  else setTimeout(() => void returnWithNewToken(opened), LONGEST_PAUSE * 5);
}

function comeBack() {
  if (socket?.connected === false) socket.connect();
}
