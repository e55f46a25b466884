import type { Page } from '@playwright/test';

import { test, expect } from './fixtures';
import { expectMedia, isInstalled, openAt } from './media';
import { janusSettings, startJanus } from './janus-server';
import { startRelay } from './relay';
import { requestConsult } from './request-consult';
import { freePort, startServer } from './second-server';

const LINE = 'Tele-Hospitalist';

async function join(page: Page) {
  await page.getByRole('button', { name: 'Join Video Call' }).click();
}

test('on a network that forbids direct connections, two people see and hear each other through the relay alone [VID-01] [VID-27]', async ({
  browser,
  contextOptions,
  request,
}) => {
  test.skip(!isInstalled('turnserver'), 'NOT TESTED: calls through a relay, because coturn is not installed');
  const relay = await startRelay();
  const server = await startServer(await freePort(), 'again', relay.settings());
  const { path } = await requestConsult(request, 'nurse', LINE);
  const open = (username: string) => openAt(browser, contextOptions, server.origin, username, path);
  const [nurse, specialist] = await Promise.all([open('nurse'), open('hospitalist')]);
  await join(nurse);
  await join(specialist);
  for (const page of [nurse, specialist]) {
    const { lost, packets, ways } = await expectMedia(page, 1);
    expect(ways).toEqual(['relay']);
    expect(lost / packets).toBeLessThan(0.02);
  }
  await Promise.all([nurse, specialist].map((page) => page.context().close()));
  await Promise.all([server.stop(), relay.stop()]);
});

test('through a media server, three people see and hear each other [VID-01] [VID-27]', async ({
  browser,
  contextOptions,
  request,
}) => {
  test.skip(!isInstalled('janus'), 'NOT TESTED: calls through a media server, because Janus is not installed');
  const janus = await startJanus();
  const server = await startServer(await freePort(), 'again', { ...janusSettings, WARDLINE_MEDIA: 'janus' });
  const { path } = await requestConsult(request, 'nurse', LINE);
  const open = (username: string) => openAt(browser, contextOptions, server.origin, username, path);
  const pages = await Promise.all(['nurse', 'hospitalist', 'edtech'].map(open));
  for (const page of pages) await join(page);
  for (const page of pages) {
    const { lost, packets } = await expectMedia(page, 2);
    expect(lost / packets).toBeLessThan(0.02);
  }
  await Promise.all(pages.map((page) => page.context().close()));
  await Promise.all([server.stop(), janus.stop()]);
});
