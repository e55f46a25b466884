import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';

const TIMEOUT = 60_000;

/** Another Wardline server of this run, on the database of the first. */
export interface SecondServer {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Starts one for users of this OpenID provider, or, with `again`, for the demonstration's; with these settings besides. */
export async function startServer(
  port: number,
  issuer: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SecondServer> {
  const folder = process.env.WARDLINE_E2E_FOLDER ?? '';
  const origin = `http://127.0.0.1:${port}`;
  const script = '../backend/scripts/e2e_server.py';
  const server = spawn('../.venv/bin/python', [script, String(port), folder, issuer], {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  });
  await untilReady(origin, server);
  return { origin, stop: () => ended(server, () => server.kill('SIGTERM')) };
}

/** A free port of this machine, for TCP and, most likely, for UDP. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function untilReady(origin: string, server: ChildProcess) {
  const until = Date.now() + TIMEOUT;
  while (server.exitCode === null && Date.now() < until) {
    const response = await fetch(`${origin}/api/health`).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The second server did not start.');
}

/** Ends a process, and waits until it has. */
export function ended(child: ChildProcess, end: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
    end();
  });
}
