import { expect, type Page } from '@playwright/test';

/** One screen or dialog as a person meets it: what the accessibility checks walk through, and what the gallery shows. */
export interface Scene {
  /** Names its pictures. */
  readonly name: string;
  /** Left out where it goes on from the scene before, whose dialog is left by Escape. */
  readonly path?: string;
  /** The page is loaded anew, as it would go on with what it knows of the scene before; else the application leads there. */
  readonly anew?: true;
  /** What the scene before has open stays so. */
  readonly within?: true;
  /** From there to what is shown, by what a person would press. */
  readonly show?: (page: Page) => Promise<void>;
  /** A screen that only one of the layouts has. */
  readonly only?: 'phone' | 'wide';
  /** For people to look at; the checks find the same in another scene. */
  readonly pictured?: true;
}

/** The demonstration accounts, and `null` for somebody who is not signed in. */
export type Account = 'nurse' | 'bedside' | 'neuro' | 'neuro2' | 'psych' | 'coordinator' | 'admin' | 'nobody' | null;

/** True below the mobile breakpoint. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 992;
}

/** The screen as it stays: nothing is loading, moving or missing a font. */
export async function settled(page: Page) {
  await expect(page.locator('main *').first()).toBeAttached();
  const waiting = page.locator('.mantine-Skeleton-root, .mantine-Loader-root').filter({ visible: true });
  await expect(waiting).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Opens the first consult of the list that fits. */
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

/** Presses one of a consult's actions, which a phone has in a menu. */
export async function act(page: Page, name: string | RegExp) {
  if (!isNarrow(page)) return page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Actions' }).click();
  return page.getByRole('menuitem', { name, exact: true }).click();
}

export async function chooseProfile(page: Page, item: string) {
  await page.getByRole('button', { name: /^Profile of / }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** What moved until now, and was not counted yet, is nobody's fault: the window's size changed, or a late answer is told. */
export async function forgetShifts(page: Page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    window.shiftObserver?.takeRecords();
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
