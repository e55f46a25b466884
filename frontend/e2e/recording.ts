import { expect, type Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const ATTEMPTS = 3;

/**
 * The CPU time in milliseconds of the page's longest task during an action; other work of the computer does not count.
 * Recording sometimes adds to a task, but a task that is itself long is long every time, so the best of a few attempts counts.
 */
export async function longestTaskOf(page: Page, limit: number, act: () => Promise<void>): Promise<number> {
  let longest = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && longest >= limit; attempt += 1) {
    longest = Math.min(longest, Math.max(...(await tasksOf(page, act))));
  }
  return longest;
}

/** The CPU time in milliseconds of each of the page's tasks during an action. */
async function tasksOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await act();
  return tasksIn((await browser?.stopTracing()) ?? Buffer.from(''));
}

function tasksIn(recording: Buffer): number[] {
  const { traceEvents } = JSON.parse(recording.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const pages = new Set(named.map(threadOf));
  const ofPages = traceEvents.filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)));
  // A task that had not ended with the recording has no duration.
  const tasks = ofPages.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
  // A recording without tasks would prove nothing.
  expect(tasks.length).toBeGreaterThan(100);
  return tasks;
}
