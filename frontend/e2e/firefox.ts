import puppeteer, { type Browser, type Page } from 'puppeteer-core';

import { recordConnections } from './media';

export const FIREFOX = 'firefox-esr';

/** A devices' picture and sound that Firefox makes up, and connections on this machine. */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'media.autoplay.default': 0,
};

/** Firefox, controlled by WebDriver BiDi; Playwright only controls a Firefox of its own. */
export function startFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: `/usr/bin/${FIREFOX}`,
    headless: true,
    extraPrefsFirefox: preferences,
    defaultViewport: { width: 1440, height: 900 },
  });
}

/** Signs a demonstration account in on its screens, and opens this page, whose connections `receivedIn` knows. */
export async function openInFirefox(browser: Browser, origin: string, username: string, path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(recordConnections);
  await page.goto(`${origin}/login?redirect=${encodeURIComponent(path)}`);
  await page.locator('::-p-aria([name="Login"][role="button"])').click();
  await page.locator(`button[name="account"][value="${username}"]`).click();
  await page.waitForSelector(`::-p-aria([name="Join Video Call"][role="button"])`);
  return page;
}
