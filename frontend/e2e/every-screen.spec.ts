import type { Page } from '@playwright/test';

import { expect, test, violationsOf } from './fixtures';
import { stories } from './scenes/all';
import { forgetShifts, isNarrow, type Scene, settled } from './scenes/scene';
import { arriveAs, isShownTo, visit } from './scenes/visit';

/** Above it a page jumps under the finger: half of what counts as good elsewhere. */
const MOST_SHIFT = 0.05;

/** What the browser itself says of calls that scenes let fail; everything else that it complains of is a fault. */
const ANSWERED_BADLY = /^Failed to load resource|^WebSocket connection/;

/** Barriers are looked for at a desk in light, and not behind a dialog; `make soak` looks there too, at both widths and in both schemes. */
const THOROUGH = process.env.WARDLINE_THOROUGH !== undefined;

// What fails is told in words, screen by screen.
test.use({ contextOptions: { reducedMotion: 'reduce' }, screenshot: 'off' });

/** What only a phone has is seen on one in every run; the others at its width on the desk's page, and on a phone in `make soak`. */
const isPhones = ({ only }: Scene) => only === 'phone';

for (const { name, as, scenes } of stories) {
  const tag = scenes.some(isPhones) ? '@phone' : '@phone-soak';
  test(`every screen of ${name} is accessible, fits its width, keeps still and breaks no policy ${tag}`, async ({
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
    const seen = scenes.filter((each) => THOROUGH || !isNarrow(page) || isPhones(each));
    for (const scene of seen.filter((each) => each.pictured !== true && isShownTo(page, each)))
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
  if (!isNarrow(page)) faults.push(...(await atOtherWidths(page)));
  return faults;
}

async function barriers(page: Page): Promise<string[]> {
  if (isNarrow(page) && !THOROUGH) return [];
  const schemes = THOROUGH ? (['light', 'dark'] as const) : (['light'] as const);
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    found.push(...(await violationsOf(page, { behind: THOROUGH })).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** The narrowest window that has the layout of a desk, and a phone's. */
const OTHER_WIDTHS = [992, 390];

async function atOtherWidths(page: Page): Promise<string[]> {
  const whole = page.viewportSize();
  const found: string[] = [];
  for (const narrower of OTHER_WIDTHS) {
    await page.setViewportSize({ width: narrower, height: 768 });
    found.push(...(await width(page)).map((fault) => `${narrower} px: ${fault}`));
  }
  if (whole !== null) await page.setViewportSize(whole);
  await forgetShifts(page);
  return found;
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

function watchShifts() {
  window.shifted = 0;
  window.shiftObserver = new PerformanceObserver((list) => {
    for (const { value = 0, hadRecentInput = false } of list.getEntries())
      if (!hadRecentInput) window.shifted = (window.shifted ?? 0) + value;
  });
  window.shiftObserver.observe({ type: 'layout-shift', buffered: true });
}
