/** What the browsers of a call really receive, from the statistics of their connections. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

import { expect } from './fixtures';
import { storeSession } from './session';

declare global {
  interface Window {
    /** All peer connections that the page has made. */
    connections?: RTCPeerConnection[];
  }
}

/** Whether this program is installed here; the tests that need it say loudly that they are skipped. */
export function isInstalled(program: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Runs in a page before its own code. */
export function recordConnections() {
  window.connections = [];
  const { connections } = window;
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
}

/** A page of a browser, whichever controls it. */
interface Evaluating {
  evaluate: <Result>(run: () => Promise<Result>) => Promise<Result>;
}

/** A page of the server at this origin, signed in with a demonstration account, whose connections `received` knows. */
export async function openAt(
  browser: Browser,
  options: BrowserContextOptions,
  origin: string,
  username: string,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: origin });
  const page = await context.newPage();
  await page.addInitScript(recordConnections);
  await storeSession(page, username);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: /'s profile$/ })).toBeVisible();
  return page;
}

export interface Received {
  /** Of each incoming video: the frames decoded so far, most first. */
  readonly frames: readonly number[];
  /** Of each incoming audio, loudest first; silence has none. */
  readonly energy: readonly number[];
  readonly packets: number;
  readonly lost: number;
  /** Audio samples, and those of them that had to be made up, because their packets were lost or late. */
  readonly samples: number;
  readonly concealedSamples: number;
  /** Seconds to the other side and back, of the first connection. */
  readonly roundTrip: number;
  /** How this browser sends: `host` is directly. */
  readonly ways: readonly string[];
}

const descending = (numbers: number[]) => numbers.toSorted((a, b) => b - a);
const sum = (numbers: (number | undefined)[]) => numbers.reduce<number>((total, each) => total + (each ?? 0), 0);

/** Everything that the page has received so far over the connections that are open. */
export async function received(page: Evaluating): Promise<Received> {
  const reports = await page.evaluate(async () => {
    const open = (window.connections ?? []).filter(({ connectionState }) => connectionState === 'connected');
    const found = await Promise.all(open.map((connection) => connection.getStats()));
    return found.map((report) => [...report.values()] as Record<string, unknown>[]);
  });
  const entries = reports.flat();
  const inbound = entries.filter(({ type }) => type === 'inbound-rtp') as unknown as RTCInboundRtpStreamStats[];
  const [audio, video] = ['audio', 'video'].map((kind) => inbound.filter((each) => each.kind === kind));
  return {
    frames: descending((video ?? []).map(({ framesDecoded = 0 }) => framesDecoded)),
    energy: descending((audio ?? []).map(({ totalAudioEnergy = 0 }) => totalAudioEnergy)),
    packets: sum(inbound.map(({ packetsReceived }) => packetsReceived)),
    lost: sum(inbound.map(({ packetsLost }) => packetsLost)),
    samples: sum((audio ?? []).map(({ totalSamplesReceived }) => totalSamplesReceived)),
    concealedSamples: sum((audio ?? []).map(({ concealedSamples }) => concealedSamples)),
    roundTrip: Number(
      entries.find(({ type, nominated }) => type === 'candidate-pair' && nominated)?.currentRoundTripTime,
    ),
    ways: reports.flatMap((report) => waysOf(report)),
  };
}

/** The kind of the local candidate of each pair in use. */
function waysOf(report: Record<string, unknown>[]): string[] {
  const byId = new Map(report.map((entry) => [entry.id, entry]));
  return report
    .filter(({ type }) => type === 'transport')
    .map(({ selectedCandidatePairId }) => {
      const pair = byId.get(selectedCandidatePairId);
      return String(byId.get(pair?.localCandidateId)?.candidateType);
    });
}

/** Waits until the page has decoded pictures and heard something of this many others; returns what it received. */
export async function expectMedia(page: Evaluating, others: number): Promise<Received> {
  const get = async () => {
    const { frames, energy } = await received(page);
    return [frames.filter((count) => count >= 5).length, energy.filter((each) => each > 0).length];
  };
  await expect.poll(get, { timeout: 15_000, intervals: [100] }).toEqual([others, others]);
  return received(page);
}
