import type { Page, Worker } from '@playwright/test';

import { expect, test } from './fixtures';
import { PushService } from './push-service';

/** What a page may do without asking a user or a push service, neither of which there is here. */
async function allowPushes(page: Page, { endpoint, keys }: PushService['subscription']) {
  await page.evaluate(
    ([address, secrets]) => {
      Object.defineProperty(Notification, 'permission', { value: 'granted' });
      Notification.requestPermission = () => Promise.resolve('granted');
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: secrets }),
        unsubscribe: () => Promise.resolve(true),
      } as unknown as PushSubscription;
      PushManager.prototype.subscribe = () => {
        PushManager.prototype.getSubscription = () => Promise.resolve(subscription);
        return Promise.resolve(subscription);
      };
    },
    [endpoint, keys] as const,
  );
}

/** Delivers what the push service gets to the page's service worker, by the developer tools. */
async function deliverTo(page: Page) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  return async (data: string) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  };
}

interface Shown extends NotificationOptions {
  title: string;
  actions: { title: string }[];
}

/** The worker's global scope, and what it shows: the headless browser has neither notifications nor a badge. */
interface Scope extends EventTarget {
  registration: ServiceWorkerRegistration;
  shown: Map<string, Shown>;
  badge: number;
}

const keepNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.shown = new Map();
    scope.registration.showNotification = (title, options) => {
      scope.shown.set(options?.tag ?? '', { title, actions: [], ...options });
      return Promise.resolve();
    };
    const setAppBadge = (count: number) => Promise.resolve(void (scope.badge = count));
    Object.assign(navigator, { setAppBadge, clearAppBadge: () => setAppBadge(0) });
  });

const shownBy = (worker: Worker) =>
  worker.evaluate(() =>
    Array.from((globalThis as unknown as Scope).shown.values(), ({ title, body }) => [title, body]),
  );

const optionsOf = (worker: Worker, tag: string) =>
  worker.evaluate((name) => {
    const shown = (globalThis as unknown as Scope).shown.get(name);
    return [shown?.requireInteraction, shown?.silent, shown?.actions.map(({ title }) => title)];
  }, tag);

const badgeOf = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Scope).badge);

/** Presses a button of a notification. */
const press = (worker: Worker, tag: string, action: string) =>
  worker.evaluate(
    ([name, button]) => {
      const scope = globalThis as unknown as Scope;
      const notification = { data: scope.shown.get(name)?.data as unknown, close: () => scope.shown.delete(name) };
      const waitUntil = () => undefined;
      scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action: button, waitUntil }));
    },
    [tag, action] as const,
  );

test('a device confirms that pushes arrive, gets a test, and shows, opens and replaces pages', async ({ openAs }) => {
  await using service = await PushService.start();
  const page = await openAs('tox', '/consult');
  await allowPushes(page, service.subscription);
  const deliver = await deliverTo(page);
  const worker = page
    .context()
    .waitForEvent('serviceworker')
    .then(async (started) => {
      await keepNotifications(started);
      return started;
    });
  service.deliver = async (content) => {
    await worker;
    await deliver(content);
  };
  await page.getByRole('button', { name: 'On-call settings' }).click();
  await page.getByRole('button', { name: 'Paging Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paging Settings' });
  const contacts = dialog.getByRole('list', { name: 'Your contacts, in order' }).getByRole('listitem');
  await expect(contacts).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Add This Device' }).click();
  const device = contacts.filter({ hasText: 'This device' });
  await expect(device.getByText('Verified', { exact: true })).toBeVisible();
  expect(await shownBy(await worker)).toEqual([['Device added', 'Requests can now reach you on this device.']]);

  await device.getByRole('button', { name: /earlier$/ }).click();
  await expect(contacts.first()).toContainText('This device');
  await dialog.getByRole('button', { name: 'Send Me a Test' }).click();
  await expect(device.getByText('Test: Delivered')).toBeVisible();
  await press(await worker, 'test', '');
  await expect(device.getByText('Test: Seen')).toBeVisible();

  const tag = 'consult-1';
  const content = { kind: 'page', line: 'Tele-Toxicology', location: 'Fernwood ED', priority: 'Critical', waiting: 2 };
  const asked = { ...content, takenBy: null, link: '/help', tag, receipt: 'r'.repeat(43) };
  await deliver(JSON.stringify(asked));
  await expect
    .poll(async () => shownBy(await worker))
    .toContainEqual(['Critical: Tele-Toxicology', 'Fernwood ED. 2 requests are waiting']);
  expect(await optionsOf(await worker, tag)).toEqual([true, false, ['Acknowledge', 'Open']]);
  await expect.poll(async () => badgeOf(await worker)).toBe(2);
  await press(await worker, tag, 'acknowledge');
  await page.waitForURL('**/help?acknowledge=1');

  await deliver(JSON.stringify(asked));
  await deliver(JSON.stringify({ ...asked, kind: 'taken', takenBy: 'Amara Feldspar', waiting: 0 }));
  await expect
    .poll(async () => shownBy(await worker))
    .toContainEqual(['Taken by Amara Feldspar', 'Tele-Toxicology, Fernwood ED']);
  expect(await optionsOf(await worker, tag)).toEqual([false, true, []]);
  await expect.poll(async () => badgeOf(await worker)).toBe(0);
});
