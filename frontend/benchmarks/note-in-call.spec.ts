import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, test } from '../e2e/fixtures';
import { goOnCall } from '../e2e/on-call';
import { longestTaskOf } from '../e2e/recording';
import { requestConsult } from '../e2e/request-consult';
import { editor, STROKE_LINE } from '../e2e/stroke-notes';

const SLOWED_BY = 4;
/** Milliseconds; the best of a few attempts counts, unless one is below. */
const LONG_TASK = 50;
/** More than an interval of the autosave. */
const WORDS =
  'woke with weakness of the right arm and slurred speech, last seen well by the family at eleven, no falls, no fits';

declare global {
  interface Window {
    keyDelays?: number[];
  }
}

/** Notes how long each key press took until the frame after it. */
function watchKeys() {
  window.keyDelays = [];
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.keyDelays?.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

async function typeInNote(page: Page, inCall: boolean) {
  const field = editor(page, 'HPI');
  const devtools = await page.context().newCDPSession(page);
  await page.evaluate(watchKeys);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_BY });
  await field.click();
  const longest = await longestTaskOf(page, LONG_TASK, () => page.keyboard.type(WORDS, { delay: 60 }));
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { inCall, longest, delays: await page.evaluate(() => window.keyDelays ?? []) };
}

test('typing in the note, without and during a call', async ({ openAs, request }) => {
  test.setTimeout(300_000);
  const { path } = await requestConsult(request, 'nurse', STROKE_LINE);
  const [nurse, page] = await Promise.all([openAs('nurse', path), openAs('neuro', path)]);
  await goOnCall(page, STROKE_LINE);
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('menuitem', { name: 'Video with Stroke Note' }).click();
  const note = page.getByRole('dialog', { name: 'Stroke Note' });
  await expect(note.getByText('All changes saved')).toBeVisible();
  const measured = [await typeInNote(page, false)];
  await note.getByText('Close', { exact: true }).click();
  for (const each of [nurse, page]) await each.getByRole('button', { name: 'Join Video Call' }).click();
  await expect(
    page.getByRole('region', { name: 'Video call' }).getByLabel('Maya Larkspur', { exact: true }),
  ).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Edit Signoff Note' }).click();
  await expect(note.getByText('All changes saved')).toBeVisible();
  measured.push(await typeInNote(page, true));
  writeFileSync(process.env.WARDLINE_BENCH_OUTPUT ?? '', JSON.stringify(measured));
});
