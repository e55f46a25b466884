import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { ended, freePort, startServer } from './second-server';

/** A second Wardline server on the same database, without the demonstration accounts, that trusts only the certified provider. */
export interface Certified {
  readonly origin: string;
  readonly issuer: string;
  readonly stop: () => Promise<void>;
}

/** Starts the provider and the server that trusts it, both on free ports. */
export async function startCertified(): Promise<Certified> {
  const port = await freePort();
  // Its standard input closes when this process ends, and the provider exits.
  const provider = spawn(process.execPath, ['e2e/certified-provider.mjs', `http://127.0.0.1:${port}`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const issuer = await firstLine(provider);
  const server = await startServer(port, issuer);
  const stop = async () => {
    await Promise.all([server.stop(), ended(provider, () => provider.stdin.end())]);
  };
  return { origin: server.origin, issuer, stop };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The certified provider did not start.');
}
