import { expect, type Page } from '@playwright/test';

/** The call as it is shown in any of its places. */
export const overlay = (page: Page) => page.getByRole('region', { name: 'Video call' });

export const tool = (page: Page, name: string) => overlay(page).getByRole('button', { name, exact: true });

/** Waits until the other participant's camera shows new frames here. */
export async function expectToSee(page: Page, name: string) {
  const video = overlay(page).getByLabel(name, { exact: true });
  await expect(video).toBeVisible({ timeout: 15_000 });
  const frames = () =>
    video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await expect.poll(async () => (await frames()) - before, { timeout: 15_000 }).toBeGreaterThan(5);
}
