import type { Page } from '@playwright/test';

const CONSULT = /\/api\/consults\/[0-9a-f-]{36}$/;

/** As if an open consult were completed, which is left as it is for the scenes of others. */
export async function showEnded(page: Page, about: object) {
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(CONSULT, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, state: 'completed', completeType: 'video', ...about } });
  });
}
