import type { Page } from '@playwright/test';

import { expect, test, violationsOf } from './fixtures';
import { stories } from './scenes/all';
import { isNarrow, type Scene } from './scenes/scene';
import { arriveAs, isShownTo, visit } from './scenes/visit';

/** Above it a page jumps under the finger: half of what counts as good elsewhere. */
const MOST_SHIFT = 0.05;

/** What the browser itself says of calls that scenes let fail; everything else that it complains of is a fault. */
const ANSWERED_BADLY = /^Failed to load resource|^WebSocket connection/;

/** Barriers are looked for at a desk in light; `make soak` does so at both widths and in both schemes. */
const THOROUGH = process.env.WARDLINE_THOROUGH !== undefined;

// What fails is told in words, screen by screen.
test.use({ contextOptions: { reducedMotion: 'reduce' }, screenshot: 'off' });

for (const { name, as, scenes } of stories) {
  test(`every screen of ${name} is accessible, fits its width, keeps still and breaks no policy @phone`, async ({
    page: signedOut,
    arrive,
  }) => {
    test.setTimeout(240_000);
    const page = await arriveAs(as, signedOut, arrive);
    await page.addInitScript(watchShifts);
    const found: string[] = [];
    page.on('pageerror', (error) => found.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !ANSWERED_BADLY.test(message.text())) found.push(message.text());
    });
    for (const scene of scenes.filter((each) => each.pictured !== true && isShownTo(page, each)))
      for (const fault of await faultsOf(page, scene)) found.push(`${scene.name}: ${fault}`);
    expect(found).toEqual([]);
  });
}

/** A screen that cannot be reached is a fault too, so that one of them does not hide the others'. */
async function faultsOf(page: Page, scene: Scene): Promise<string[]> {
  try {
    await visit(page, scene);
  } catch (error) {
    return [String(error)];
  }
  const faults = [...(await stillness(page)), ...(await width(page)), ...(await barriers(page))];
  if (!isNarrow(page)) faults.push(...(await atTheEdge(page)));
  return faults;
}

async function barriers(page: Page): Promise<string[]> {
  if (isNarrow(page) && !THOROUGH) return [];
  const schemes = THOROUGH ? (['light', 'dark'] as const) : (['light'] as const);
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await violationsOf(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** The narrowest width that has the layout of a desk. */
async function atTheEdge(page: Page): Promise<string[]> {
  const whole = page.viewportSize();
  await page.setViewportSize({ width: 992, height: 768 });
  const faults = await width(page);
  if (whole !== null) await page.setViewportSize(whole);
  return faults.map((fault) => `992 px: ${fault}`);
}

/** What floats finds its place in the next frames. */
async function width(page: Page): Promise<string[]> {
  const overflow = () => {
    const wide = [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')];
    return Math.max(...wide.map((element) => element.scrollWidth - element.clientWidth));
  };
  let over = await page.evaluate(overflow);
  for (let frame = 0; frame < 60 && over > 0; frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    over = await page.evaluate(overflow);
  }
  return over > 0 ? [`${over} px wider than the window`] : [];
}

async function stillness(page: Page): Promise<string[]> {
  const shift = await page.evaluate(() => window.shifted ?? 0);
  return shift > MOST_SHIFT ? [`moved by ${shift.toFixed(3)}`] : [];
}

declare global {
  interface Window {
    /** How far the page moved by itself since it was opened (cumulative layout shift). */
    shifted?: number;
  }
  interface PerformanceEntry {
    readonly value?: number;
    readonly hadRecentInput?: boolean;
  }
}

function watchShifts() {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value = 0, hadRecentInput = false } of list.getEntries())
      if (!hadRecentInput) window.shifted = (window.shifted ?? 0) + value;
  }).observe({ type: 'layout-shift', buffered: true });
}
