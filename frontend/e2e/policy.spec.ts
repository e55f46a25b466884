import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';

/** Collects what the browser blocks because of the content security policy, and errors thrown by pages. */
function blockedContent(page: Page): string[] {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  page.on('pageerror', (error) => blocked.push(error.message));
  return blocked;
}

test('content injected by an attacker is neither run nor shown', async ({ page }) => {
  const blocked = blockedContent(page);
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
  await expect.poll(() => blocked.length).toBeGreaterThanOrEqual(4);
  await expect(page).not.toHaveTitle('taken over');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});
