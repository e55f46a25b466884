import { expect, type Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor's time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const ATTEMPTS = 3;

/**
 * The milliseconds of the longest task of a page while this is done, by the processor's time: what else the computer does does not count.
 * The recording's own work falls into a task now and then; what is long by itself is so each time, so that the best of a few counts.
 */
export async function longestTaskOf(page: Page, limit: number, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  let longest = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && longest >= limit; attempt += 1) {
    await browser?.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
    await act();
    longest = Math.min(longest, longestTask((await browser?.stopTracing()) ?? Buffer.from('')));
  }
  return longest;
}

function longestTask(recording: Buffer): number {
  const { traceEvents } = JSON.parse(recording.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const pages = new Set(named.map(threadOf));
  const ofPages = traceEvents.filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)));
  // One that had not ended with the recording has no length.
  const tasks = ofPages.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
  // A recording without any task would prove nothing.
  expect(tasks.length).toBeGreaterThan(100);
  return Math.max(...tasks);
}
