import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ended, freePort } from './second-server';

/** A TURN server of this machine, which relays to this machine only. */
export interface Relay {
  readonly port: number;
  /** The settings of a server whose calls go through it. */
  readonly settings: (port?: number) => Record<string, string>;
  readonly stop: () => Promise<void>;
}

/** Starts coturn with the options of docs/operations.md, and those that make it work on loopback. */
export async function startRelay(): Promise<Relay> {
  const [port, secret] = [await freePort(), randomUUID()];
  const folder = mkdtempSync(join(tmpdir(), 'wardline-relay-'));
  const options = [
    '-n',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    '--allow-loopback-peers',
    `--listening-port=${port}`,
    '--use-auth-secret',
    `--static-auth-secret=${secret}`,
    '--realm=wardline.test',
    '--log-file=stdout',
    `--userdb=${join(folder, 'users')}`,
    `--pidfile=${join(folder, 'pid')}`,
  ];
  const relay = spawn('turnserver', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  relay.stdout.resume();
  const settings = (reachedAt = port) => ({
    WARDLINE_TURN_URLS: `turn:127.0.0.1:${reachedAt}?transport=udp`,
    WARDLINE_TURN_SECRET: secret,
    WARDLINE_TURN_ONLY: '1',
  });
  const stop = async () => {
    await ended(relay, () => relay.kill('SIGKILL'));
    rmSync(folder, { recursive: true });
  };
  return { port, settings, stop };
}
