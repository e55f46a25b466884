import { expect, type Page } from '@playwright/test';

/** One screen or dialog, and how a user gets there. The accessibility checks visit it, and the gallery shows it. */
export interface Scene {
  /** The name of its screenshots. */
  readonly name: string;
  /** Omitted if the scene continues from the previous one, whose dialog is closed with Escape. */
  readonly path?: string;
  /** Reloads the page, which would otherwise use data cached in the previous scene. By default, the application navigates there. */
  readonly reload?: true;
  /** Keeps what the previous scene has open. */
  readonly within?: true;
  /** Gets from there to the screen, as a user would. */
  readonly show?: (page: Page) => Promise<void>;
  /** For a screen that only one of the layouts has. */
  readonly only?: 'phone' | 'wide';
  /** Left out of `make test`, because a similar scene is checked there. */
  readonly soakOnly?: boolean;
  /** The screen is about waiting: a spinner stays. */
  readonly isBusy?: boolean;
  /** Only for the gallery; another scene covers the same in the checks. */
  readonly galleryOnly?: true;
}

/** The demonstration accounts, and `null` for a signed-out user. */
export type Account = 'nurse' | 'bedside' | 'neuro' | 'neuro2' | 'psych' | 'coordinator' | 'admin' | 'nobody' | null;

/** True below the mobile breakpoint. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 992;
}

/** Waits until nothing is loading or moving, and the fonts are loaded. */
export async function settled(page: Page, { isBusy = false }: Pick<Scene, 'isBusy'> = {}) {
  await expect(page.locator('main *').first()).toBeAttached();
  const loading = page.locator('.mantine-Skeleton-root, .mantine-Loader-root').filter({ visible: true });
  if (!isBusy) await expect(loading).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const finite = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    // An inherited color that changes starts a transition in each descendant after its parent's.
    for (let running = finite(); running.length > 0; running = finite()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Opens the first matching consult of the list. */
export async function openConsult(page: Page, hasText?: string | RegExp) {
  await page
    .locator('a[href*="/consult/"]')
    .filter(hasText === undefined ? {} : { hasText })
    .first()
    .click();
  await expectConsult(page);
}

export async function expectConsult(page: Page) {
  await expect(page.locator('#consult-top').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Presses an action of a consult, which is in a menu on a phone. */
export async function act(page: Page, name: string | RegExp) {
  if (!isNarrow(page)) return page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Actions' }).click();
  return page.getByRole('menuitem', { name, exact: true }).click();
}

export async function chooseProfile(page: Page, item: string) {
  await page.getByRole('button', { name: /'s profile$/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Discards layout shifts that are expected, because the window was resized or a late response is reported. */
export async function resetLayoutShift(page: Page) {
  await page.evaluate(async () => {
    // A slow computer lays the page out several frames after its window has changed.
    for (let still = 0, frame = 0; still < 5 && frame < 120; still += 1, frame += 1) {
      const before = window.shifted;
      await new Promise(requestAnimationFrame);
      const moved = (window.shiftObserver?.takeRecords() ?? []).length > 0 || window.shifted !== before;
      if (moved) still = -1;
    }
    window.shifted = 0;
  });
}

declare global {
  interface Window {
    shiftObserver?: PerformanceObserver;
  }
  interface PerformanceEntry {
    readonly value?: number;
    readonly hadRecentInput?: boolean;
  }
}
