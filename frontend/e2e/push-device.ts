import { expect, type Locator, type Page, type Worker } from '@playwright/test';

import { PushService } from './push-service';

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

/** What a notification shows, and how. */
export interface ShownNotification {
  readonly words: readonly [title: string, body: string | undefined];
  readonly stays: boolean;
  readonly silent: boolean;
  readonly buttons: readonly string[];
}

/**
 * A browser that gets pushes: its service worker is the real one, and a push service of the test hands them over by the
 * developer tools. Create it before its user adds this device.
 */
export class PushDevice {
  /** Hands a decrypted push to the worker. */
  readonly deliver: (content: string) => Promise<void>;
  private readonly service: PushService;
  private readonly worker: Promise<Worker>;

  private constructor(service: PushService, worker: Promise<Worker>, deliver: (content: string) => Promise<void>) {
    this.service = service;
    this.worker = worker;
    this.deliver = deliver;
  }

  static async of(page: Page): Promise<PushDevice> {
    const service = await PushService.start();
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
    return new PushDevice(service, worker, deliver);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.service[Symbol.asyncDispose]();
  }

  /** Everything that is shown, by tag. */
  async shown(): Promise<ReadonlyMap<string, ShownNotification>> {
    const entries = await (
      await this.worker
    ).evaluate(() =>
      Array.from(
        (globalThis as unknown as Scope).shown,
        ([tag, { title, body, requireInteraction, silent, actions }]) =>
          [
            tag,
            {
              words: [title, body] as const,
              stays: requireInteraction === true,
              silent: silent === true,
              buttons: actions.map(({ title: button }) => button),
            },
          ] as const,
      ),
    );
    return new Map(entries);
  }

  /** The title and the text of everything that is shown. */
  async words() {
    return Array.from((await this.shown()).values(), ({ words }) => words);
  }

  async badge(): Promise<number> {
    return (await this.worker).evaluate(() => (globalThis as unknown as Scope).badge);
  }

  /** Presses a button of a notification, or the notification itself if the action is blank. */
  async press(tag: string, action: string) {
    await (
      await this.worker
    ).evaluate(
      ([name, button]) => {
        const scope = globalThis as unknown as Scope;
        const notification = { data: scope.shown.get(name)?.data as unknown, close: () => scope.shown.delete(name) };
        const waitUntil = () => undefined;
        scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action: button, waitUntil }));
      },
      [tag, action] as const,
    );
  }
}

/** Opens the paging settings from the menu beside the switch for being on call. */
export async function openPagingSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'On-call settings' }).click();
  await page.getByRole('button', { name: 'Paging Settings' }).click();
  return page.getByRole('dialog', { name: 'Paging Settings' });
}

export const contactsIn = (dialog: Locator) =>
  dialog.getByRole('list', { name: 'Your contacts, in order' }).getByRole('listitem');

/** Adds this device in the paging settings, and waits until a push has verified it. */
export async function addThisDevice(dialog: Locator): Promise<Locator> {
  await dialog.getByRole('button', { name: 'Add This Device' }).click();
  const device = contactsIn(dialog).filter({ hasText: 'This device' });
  await expect(device.getByText('Verified', { exact: true })).toBeVisible();
  return device;
}

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
