import { act } from '@testing-library/react';
import { ws } from 'msw';

import type { EventName, EventPayload } from '@/api/events';
import { setRuntimeConfig } from '@/api/runtime-config';
import { closeSocket, connection, openSocket } from '@/api/socket';

import { testConfig } from './config';
import { server } from './server';
import { signInForTest } from './session';

/** The far end of the browser's socket, speaking Socket.IO over what msw intercepts. */
export interface LiveServer {
  /** What the browser emitted, oldest first: `consult:began-viewing <id>`. */
  readonly emitted: string[];
  /** Sends an event to the browser. */
  send: <N extends EventName>(name: N, payload: EventPayload<N>) => Promise<void>;
  /** Breaks the line; the browser comes back by itself. */
  drop: () => void;
  close: () => void;
}

const OPEN = `0${JSON.stringify({ sid: 'engine', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000 })}`;

/** Signs someone in and connects the browser's socket. */
export async function connectLive(): Promise<LiveServer> {
  setRuntimeConfig(testConfig);
  signInForTest();
  const emitted: string[] = [];
  let client: { send: (data: string) => void; close: () => void } | null = null;
  const link = ws.link('ws://localhost:3000/');
  server.use(
    link.addEventListener('connection', (opened) => {
      client = opened.client;
      opened.client.addEventListener('message', ({ data }) => {
        const text = typeof data === 'string' ? data : '';
        if (text.startsWith('40')) opened.client.send('40{"sid":"socket"}');
        if (!text.startsWith('42')) return;
        const [name, argument] = JSON.parse(text.slice(2)) as [string, string];
        emitted.push(`${name} ${argument}`);
      });
      opened.client.send(OPEN);
    }),
  );
  openSocket();
  await untilConnected();
  return {
    emitted,
    send: async (name, payload) => {
      await act(async () => {
        client?.send(`42${JSON.stringify([name, payload])}`);
        await Promise.resolve();
      });
    },
    drop: () => client?.close(),
    close: closeSocket,
  };
}

export function untilConnected(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (connection.get().status !== 'connected') return;
      stop();
      resolve();
    };
    const stop = connection.subscribe(check);
    check();
  });
}
