import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/** A second Wardline server on the same database, without the demonstration accounts, that trusts only the certified provider. */
export interface Certified {
  readonly origin: string;
  readonly issuer: string;
  readonly stop: () => Promise<void>;
}

const TIMEOUT = 60_000;

/** Starts the provider and the server that trusts it, both on free ports. */
export async function startCertified(folder: string): Promise<Certified> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Its standard input closes when this process ends, and the provider exits.
  const provider = spawn(process.execPath, ['e2e/certified-provider.mjs', origin], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const issuer = await firstLine(provider);
  const script = '../backend/scripts/e2e_server.py';
  const server = spawn('../.venv/bin/python', [script, String(port), folder, issuer], { stdio: 'inherit' });
  await untilReady(origin, server);
  const stop = async () => {
    await Promise.all([ended(server, () => server.kill('SIGTERM')), ended(provider, () => provider.stdin.end())]);
  };
  return { origin, issuer, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The certified provider did not start.');
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

function ended(child: ChildProcess, end: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve();
    child.once('exit', () => resolve());
    end();
  });
}
