import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { call, hangUp, join, test } from '../e2e/call-fixtures';
import { expect } from '../e2e/fixtures';
import { janusSettings, startJanus } from '../e2e/janus-server';
import { isInstalled } from '../e2e/media';
import { startRelay } from '../e2e/relay';

const JOINS = 20;

/** Milliseconds from pressing Join to the first picture of someone who is in the call already. */
async function joinAndSee(page: Page): Promise<number> {
  await expect(page.getByRole('button', { name: 'Join Video Call' })).toBeEnabled();
  return page.evaluate(async () => {
    const buttons = [...document.querySelectorAll('button')];
    const pressedAt = performance.now();
    buttons.find(({ textContent }) => textContent === 'Join Video Call')?.click();
    const isSeen = () =>
      [...document.querySelectorAll<HTMLVideoElement>('figure video')].some(
        (video) => video.getVideoPlaybackQuality().totalVideoFrames > 0,
      );
    while (!isSeen()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - pressedAt;
  });
}

const ways = {
  direct: () => Promise.resolve({ settings: () => ({}), stop: () => Promise.resolve() }),
  relay: startRelay,
  server: async () => ({ ...(await startJanus()), settings: () => ({ ...janusSettings, WARDLINE_MEDIA: 'janus' }) }),
};

test('how long it takes from Join to the first picture of someone else', async ({ openCall }) => {
  test.setTimeout(1_200_000);
  test.skip(!isInstalled('turnserver') || !isInstalled('janus'), 'coturn or Janus is not installed');
  const measured: Record<string, number[]> = {};
  for (const [name, start] of Object.entries(ways)) {
    const running = await start();
    const open = await openCall(running.settings());
    const [nurse, specialist] = [await open('nurse'), await open('hospitalist')];
    await join(nurse);
    const times = [];
    for (let round = 0; round < JOINS; round += 1) {
      times.push(await joinAndSee(specialist));
      await hangUp(specialist);
      await expect(call(nurse).getByText('Waiting for others to join the call.')).toBeVisible();
    }
    measured[name] = times;
    writeFileSync(process.env.WARDLINE_BENCH_OUTPUT ?? '/dev/stdout', JSON.stringify(measured));
    await hangUp(nurse);
    await running.stop();
  }
});
