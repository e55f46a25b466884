import type { Page } from '@playwright/test';

import { startBadNetwork } from './bad-network';
import { call, join, test } from './call-fixtures';
import { expect } from './fixtures';
import { expectMedia, isInstalled, type Received, received } from './media';
import { startRelay } from './relay';

test.describe.configure({ mode: 'default' });

const CUT_MS = 10_000;
/** The senders learn of the loss, and protect what they send. */
const ADAPTING_MS = 5_000;
const MEASURED_MS = 15_000;
/** Lost on each of two crossings: a fifth in all. */
const LOSS = 1 - Math.sqrt(0.8);
const DELAY_MS = 150;

test.beforeEach(() => {
  test.skip(!isInstalled('turnserver'), 'NOT TESTED: calls over a bad network, because coturn is not installed');
});

/** Two pages in one call, all of whose media cross this network. */
async function meet({ openCall, until }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'openCall' | 'until'>) {
  const relay = await until(startRelay());
  const network = await until(startBadNetwork(relay.port));
  const open = await openCall(relay.settings(network.port));
  const pages = await Promise.all([open('nurse'), open('hospitalist')]);
  for (const page of pages) await join(page);
  for (const page of pages) await expectMedia(page, 1);
  return { network, pages };
}

const receivedByAll = (pages: readonly Page[]) => Promise.all(pages.map((page) => received(page)));

/** What was received between two moments. */
function between(before: Received, after: Received) {
  const grown = (name: 'concealedSamples' | 'samples' | 'lost' | 'packets') => after[name] - before[name];
  return {
    frames: (after.frames[0] ?? 0) - (before.frames[0] ?? 0),
    concealed: grown('concealedSamples') / grown('samples'),
    lost: grown('lost') / (grown('lost') + grown('packets')),
  };
}

/** Adds a figure to the report. */
function report(type: string, description: string) {
  test.info().annotations.push({ type, description });
}

test('a call whose network was gone for ten seconds is back within three @soak', async ({ openCall, until }) => {
  const { network, pages } = await meet({ openCall, until });
  network.set(1, 0);
  await pages[0].waitForTimeout(CUT_MS);
  const before = await receivedByAll(pages);
  network.set(0, 0);
  const restoredAt = Date.now();
  const frames = async () => {
    const now = await receivedByAll(pages);
    return now.map((each, place) => between(before[place] ?? each, each).frames > 0);
  };
  await expect.poll(frames, { timeout: 15_000, intervals: [50] }).toEqual([true, true]);
  const seconds = (Date.now() - restoredAt) / 1000;
  report('back after', `${seconds} s`);
  expect(seconds).toBeLessThan(3);
});

test('with a fifth of the packets lost and 300 ms of delay people understand each other, and are told why it is bad @soak', async ({
  openCall,
  until,
}) => {
  const { network, pages } = await meet({ openCall, until });
  network.set(LOSS, DELAY_MS);
  await pages[0].waitForTimeout(ADAPTING_MS);
  const before = await receivedByAll(pages);
  await pages[0].waitForTimeout(MEASURED_MS);
  const after = await receivedByAll(pages);
  for (const [place, first] of before.entries()) {
    const { concealed, frames, lost } = between(first, after[place] ?? first);
    report('packets lost, audio concealed', [lost, concealed].map((part) => `${(100 * part).toFixed(1)} %`).join(', '));
    expect(lost).toBeGreaterThan(0.1);
    expect(concealed).toBeLessThan(0.15);
    expect(frames).toBeGreaterThan(0);
  }
  for (const page of pages) await expect(call(page).getByText('Poor connection').first()).toBeVisible();
});
