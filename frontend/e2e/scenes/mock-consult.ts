import type { Page } from '@playwright/test';

const CONSULT = /\/api\/consults\/[0-9a-f-]{36}$/;

/** Mocks a completed consult. */
export async function mockCompleted(page: Page, about: object) {
  await mockConsult(page, { state: 'completed', completeType: 'video', ...about });
}

/** Mocks what is known about every consult; the real ones stay unchanged for other scenes. */
export async function mockConsult(page: Page, about: object) {
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(CONSULT, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, ...about } });
  });
}
