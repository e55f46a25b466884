import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';

/** What the browser refuses from now on because the content security policy forbids it, with what pages throw. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

test('what an attacker would add to a page neither runs nor shows', async ({ page }) => {
  const found = refusals(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    const picture = document.createElement('img');
    picture.setAttribute('onerror', 'document.title = "taken over"');
    picture.src = 'https://example.org/beacon.png';
    document.body.append(script, style, picture);
    document.body.setAttribute('style', 'display: none');
  });
  await expect.poll(() => found.length).toBeGreaterThanOrEqual(4);
  await expect(page).not.toHaveTitle('taken over');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});
