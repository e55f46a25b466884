import type { Page } from '@playwright/test';

import { zJoinResponse } from '../src/api/generated/zod.gen';
import { test as base } from './fixtures';
import { openAt } from './media';
import { requestConsult } from './request-consult';
import { freePort, startServer } from './second-server';

const LINE = 'Tele-Hospitalist';

interface Running {
  readonly stop: () => Promise<void>;
}

interface Fixtures {
  /** Stops what a test has started when it ends, the last one first. */
  until: <Started extends Running>(started: Promise<Started>) => Promise<Started>;
  /** Another server with these settings; returns what opens the page of a new consult there, as one of its users. */
  openCall: (settings: Readonly<Record<string, string>>) => Promise<(username: string) => Promise<Page>>;
}

export const test = base.extend<Fixtures>({
  until: async ({}, use) => {
    const stops: (() => Promise<void>)[] = [];
    await use(async (started) => {
      const running = await started;
      stops.unshift(running.stop);
      return running;
    });
    for (const stop of stops) await stop();
  },
  openCall: async ({ browser, contextOptions, request, until }, use) => {
    const pages: Page[] = [];
    await use(async (settings) => {
      const { origin } = await until(startServer(await freePort(), 'again', settings));
      const { path } = await requestConsult(request, 'nurse', LINE);
      return async (username) => {
        const page = await openAt(browser, contextOptions, origin, username, path);
        pages.push(page);
        return page;
      };
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },
});

export const call = (page: Page) => page.getByRole('region', { name: 'Video call' });

/** Joins the call, and returns the server's response. */
export async function join(page: Page) {
  const joined = page.waitForResponse((response) => response.url().endsWith('/api/meeting'));
  await page.getByRole('button', { name: 'Join Video Call' }).click();
  return zJoinResponse.parse(await (await joined).json()).joinInfo;
}

export async function hangUp(page: Page) {
  await call(page).getByRole('button', { name: 'End Call' }).click();
}
