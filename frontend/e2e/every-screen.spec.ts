import type { Page } from '@playwright/test';

import { expect, test, violationsOf } from './fixtures';
import { stories } from './scenes/all';
import { resetLayoutShift, isNarrow, type Scene, settled } from './scenes/scene';
import { signInAs, isLoadedBy, isShownTo, visit } from './scenes/visit';

/** The maximum cumulative layout shift: half of the usual threshold for good. */
const MAX_SHIFT = 0.05;

/** What the browser logs about requests that scenes let fail; every other error in the console is a fault. */
const EXPECTED_ERRORS = /^Failed to load resource|^WebSocket connection/;

/** Accessibility is checked on the desktop in the light scheme, and not behind dialogs; `make soak` checks that, too, at both widths and in both schemes. */
const THOROUGH = process.env.WARDLINE_THOROUGH !== undefined;

// Failures are listed as text, screen by screen. The setting also gives these tests workers of their own, after all others,
// whose screens their calls would ring on.
test.use({ contextOptions: { reducedMotion: 'reduce' }, screenshot: 'off' });

/** Screens that only a phone has are checked on a phone in every run; the others at its width on the desktop page, and on a phone in `make soak`. */
const isPhoneOnly = ({ only }: Scene) => only === 'phone';

for (const { name, as, scenes } of stories) {
  const tag = scenes.some(isPhoneOnly) ? '@phone' : '@phone-soak';
  test(`every screen of ${name} is accessible, fits its width, has no layout shift and logs no errors ${tag}`, async ({
    page: signedOut,
    openAs,
  }) => {
    // The administrator's 80 screens, each in both schemes and at three widths.
    test.setTimeout(THOROUGH ? 600_000 : 240_000);
    const page = await signInAs(as, signedOut, openAs);
    await page.addInitScript(watchLayoutShift);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_ERRORS.test(message.text())) faults.push(message.text());
    });
    const visited = scenes.filter(
      (each) => THOROUGH || (each.soakOnly !== true && (!isNarrow(page) || isPhoneOnly(each))),
    );
    const size = page.viewportSize();
    for (const scene of visited.filter((each) => each.galleryOnly !== true && isShownTo(page, each)))
      for (const fault of await faultsOf(page, scene, size)) faults.push(`${scene.name}: ${fault}`);
    expect(faults).toEqual([]);
  });
}

type Size = ReturnType<Page['viewportSize']>;

/** A screen that cannot be reached is also a fault, so that it does not hide the faults of other screens. */
async function faultsOf(page: Page, scene: Scene, size: Size): Promise<string[]> {
  try {
    await restoreSize(page, scene, size);
    await visit(page, scene);
  } catch (error) {
    return [String(error)];
  }
  const faults = [...(await layoutShift(page)), ...(await overflow(page)), ...(await accessibility(page, scene))];
  if (!isNarrow(page)) faults.push(...(await checkOtherWidths(page)));
  return faults;
}

async function accessibility(page: Page, scene: Scene): Promise<string[]> {
  if (!THOROUGH) return isNarrow(page) ? [] : violationsOf(page, { behind: false });
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page, scene);
    faults.push(...(await violationsOf(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return faults;
}

/** A phone, and in `make soak` the narrowest desktop window, in which less breaks. */
const OTHER_WIDTHS = THOROUGH ? [992, 390] : [390];

/** Leaves the page at the last width; the next scene restores it, which costs nothing if it loads the page. */
async function checkOtherWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 768 });
    faults.push(...(await overflow(page)).map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

async function restoreSize(page: Page, scene: Scene, size: Size) {
  if (page.viewportSize()?.width === size?.width || size === null) return;
  // Nobody sees how the previous screen would adapt.
  if (isLoadedBy(page, scene)) await page.goto('about:blank');
  await page.setViewportSize(size);
  if (!isLoadedBy(page, scene)) await resetLayoutShift(page);
}

/** Floating elements are positioned within the next frames. */
async function overflow(page: Page): Promise<string[]> {
  const measure = () => {
    const wide = [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')];
    return Math.max(...wide.map((element) => element.scrollWidth - element.clientWidth));
  };
  let over = await page.evaluate(measure);
  for (let frame = 0; frame < 60 && over > 0; frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    over = await page.evaluate(measure);
  }
  return over > 0 ? [`${over} px wider than the window`] : [];
}

async function layoutShift(page: Page): Promise<string[]> {
  const shift = await page.evaluate(() => window.shifted ?? 0);
  return shift > MAX_SHIFT ? [`moved by ${shift.toFixed(3)}`] : [];
}

function watchLayoutShift() {
  window.shifted = 0;
  window.shiftObserver = new PerformanceObserver((list) => {
    for (const { value = 0, hadRecentInput = false } of list.getEntries())
      if (!hadRecentInput) window.shifted = (window.shifted ?? 0) + value;
  });
  window.shiftObserver.observe({ type: 'layout-shift', buffered: true });
}
