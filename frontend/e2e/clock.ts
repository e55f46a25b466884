import type { Page } from '@playwright/test';

/**
 * Lets the test move the page's clock. While it is installed, the page is in 1970 for a moment; if the application looked
 * at the time just then, it would store that the user was last active fifty years ago, and sign them out.
 */
export async function installClock(page: Page) {
  const setItem = await page.evaluateHandle(() => {
    const original = Reflect.get(Storage.prototype, 'setItem') as unknown;
    Storage.prototype.setItem = () => undefined;
    return original;
  });
  await page.clock.install();
  await page.evaluate((original) => Reflect.set(Storage.prototype, 'setItem', original), setItem);
}
