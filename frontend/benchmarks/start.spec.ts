import { writeFileSync } from 'node:fs';

import { type BrowserContext, type CDPSession, expect, test } from '@playwright/test';

import { storeSession } from '../e2e/session';

const ROUNDS = 5;
/** How long after the first card the browser still counts what it preloads. */
const AFTER_MILLISECONDS = 6_000;
/** A slow mobile connection, in bytes per second, and a computer with a quarter of this one's speed. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 7.5e5 / 8 };
const SLOWED_BY = 4;

interface SentRequest {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  bytes: number;
  cached: boolean;
}

declare global {
  interface Window {
    firstCardAt?: number;
  }
}

/** Notes when the first card is in the document. */
function watchFirstCard() {
  const observer = new MutationObserver(() => {
    if (document.querySelector('a[href*="/consult/"]') === null) return;
    window.firstCardAt = Date.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

async function recordRequests(session: CDPSession): Promise<Map<string, SentRequest>> {
  const sent = new Map<string, SentRequest>();
  const change = (id: string, values: Partial<SentRequest>) => Object.assign(sent.get(id) ?? {}, values);
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) =>
    sent.set(requestId, { url: request.url, at: wallTime * 1_000, bytes: 0, cached: false }),
  );
  session.on('Network.requestServedFromCache', ({ requestId }) => change(requestId, { cached: true }));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) change(requestId, { cached: true });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    change(requestId, { bytes: encodedDataLength }),
  );
  await session.send('Network.enable');
  return sent;
}

async function start(context: BrowserContext, slow: boolean) {
  const page = await context.newPage();
  await storeSession(page, 'neuro');
  await page.addInitScript(watchFirstCard);
  const session = await context.newCDPSession(page);
  const sent = await recordRequests(session);
  if (slow) {
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_BY });
  }
  const startedAt = Date.now();
  await page.goto('/consult', { waitUntil: 'commit' });
  await expect(page.locator('a[href*="/consult/"]').first()).toBeVisible({ timeout: 30_000 });
  const firstCardAt = await page.evaluate(() => window.firstCardAt ?? Number.NaN);
  await page.waitForTimeout(AFTER_MILLISECONDS);
  const all = [...sent.values()].filter(({ url, cached }) => url.startsWith('http') && !cached);
  const before = all.filter(({ at }) => at <= firstCardAt);
  const kilobytes = (requests: readonly SentRequest[]) => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  await page.close();
  return {
    milliseconds: firstCardAt - startedAt,
    requests: before.length,
    kilobytes: kilobytes(before),
    laterRequests: all.length - before.length,
    laterKilobytes: kilobytes(all) - kilobytes(before),
  };
}

test('from opening the application to the first card', async ({ browser, baseURL }) => {
  test.setTimeout(ROUNDS * 120_000);
  const measured: object[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const slow of [false, true]) {
      const context = await browser.newContext({ baseURL: baseURL ?? '' });
      for (const cache of ['cold', 'warm']) measured.push({ cache, slow, ...(await start(context, slow)) });
      await context.close();
    }
  }
  writeFileSync(process.env.WARDLINE_BENCH_OUTPUT ?? '', JSON.stringify(measured));
});
