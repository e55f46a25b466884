import { act } from '@testing-library/react';
import { ws, type WebSocketHandlerConnection, type WebSocketLink } from 'msw';

import { constants } from '@/api/contract/constants.gen';
import type { EventName, EventPayload } from '@/api/events';
import { onStale } from '@/api/live';
import { setRuntimeConfig } from '@/api/runtime-config';
import { closeSocket, type Connection, connection, openSocket } from '@/api/socket';
import { session } from '@/session/state';

import { testConfig } from './config';
import { server } from './server';
import { signInForTest } from './session';

/** The server side of the browser's socket: Socket.IO over the WebSocket that msw intercepts. */
export interface LiveServer {
  /** What the browser emitted, oldest first: `consult:began-viewing <id>`. */
  readonly emitted: string[];
  /** Sends an event to the browser. */
  send: <N extends EventName>(name: N, payload: EventPayload<N>) => Promise<void>;
  /** Sends several events in one message. */
  sendTogether: (events: readonly (readonly [name: string, payload: object])[]) => Promise<void>;
  /** The tokens of all connection attempts, oldest first. */
  readonly tokens: (string | null)[];
  /** From the next connection on, reports these events as missed. */
  missing: (events: readonly (readonly [name: string, payload: object])[]) => void;
  /** How many sockets are open. */
  readonly open: () => number;
  /** The error for further connection attempts; null accepts them. */
  reject: (message: string | null) => void;
  /** Drops the connection; the browser reconnects on its own. */
  drop: () => void;
  /** Closes the socket as the server does when the token expires or the server shuts down. */
  end: () => void;
  close: () => void;
}

type Client = WebSocketHandlerConnection['client'];

const URL_OF_SOCKET = 'ws://localhost:3000/';
const links = new Map<string, WebSocketLink>();

/** One per URL, because msw never releases a link. */
function linkTo(url: string): WebSocketLink {
  const link = links.get(url) ?? ws.link(url);
  links.set(url, link);
  return link;
}

const OPEN = `0${JSON.stringify({ sid: 'engine', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000 })}`;

/** For tests that are not about events: accepts the socket and never responds. */
export const quietSocket = linkTo(URL_OF_SOCKET).addEventListener('connection', () => undefined);

/** Signs a user in if there is none, and connects the browser's socket. */
export async function connectLive(prepare?: (live: LiveServer) => void): Promise<LiveServer> {
  setRuntimeConfig(testConfig);
  if (session.getState() === null) signInForTest();
  const live = serveLive();
  prepare?.(live);
  openSocket();
  await untilConnected();
  return live;
}

/** The server side alone, before any connection. */
export function serveLive(url = URL_OF_SOCKET): LiveServer {
  const emitted: string[] = [];
  const tokens: (string | null)[] = [];
  const opened = new Set<Client>();
  let client: Client | null = null;
  let rejection: string | null = null;
  let missed: readonly (readonly [name: string, payload: object])[] | null = null;
  const receive = (from: Client, text: string) => {
    if (text.startsWith('40')) {
      const { token, pageAge } = JSON.parse(text.slice(2)) as { token: string | null; pageAge?: number };
      tokens.push(token);
      if (missed !== null && pageAge !== undefined) from.send(`42${JSON.stringify([constants.MISSED_EVENTS, missed])}`);
      from.send(rejection === null ? '40{"sid":"socket"}' : `44${JSON.stringify({ message: rejection })}`);
    }
    if (!text.startsWith('42')) return;
    const [name, argument] = JSON.parse(text.slice(2)) as [string, string];
    emitted.push(`${name} ${argument}`);
  };
  const emit = (event: readonly unknown[]) =>
    act(async () => {
      client?.send(`42${JSON.stringify(event)}`);
      await Promise.resolve();
    });
  server.use(
    linkTo(url).addEventListener('connection', ({ client: from }) => {
      client = from;
      opened.add(from);
      from.addEventListener('close', () => void opened.delete(from));
      from.addEventListener('message', ({ data }) => receive(from, typeof data === 'string' ? data : ''));
      from.send(OPEN);
    }),
  );
  return {
    emitted,
    tokens,
    open: () => opened.size,
    reject: (message) => {
      rejection = message;
    },
    missing: (events) => {
      missed = events;
    },
    send: (name, payload) => emit([name, payload]),
    sendTogether: (events) => emit([constants.EVENT_BATCH, events]),
    drop: () => client?.close(),
    end: () => client?.send('41'),
    close: closeSocket,
  };
}

export const untilConnected = () => until('connected');

export const untilLost = () => until('lost');

function until(status: Connection['status']): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (connection.getState().status !== status) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = connection.subscribe(check);
    check();
  });
}

/** Resolves when the next stale data has been reported to the queries; call it before the event is sent. */
export function untilDelivered(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = onStale(() => {
      unsubscribe();
      resolve();
    });
  });
}
