import { vi } from 'vitest';

import type { NotificationData } from '@/service-worker/notification';

type ShownOptions = Omit<NotificationOptions, 'data'> & { data: NotificationData };

/** What this browser offers, and what a user answers when it asks for the permission. */
interface PushBrowser {
  permission: NotificationPermission;
  answer?: NotificationPermission;
  /** Fails like a browser that cannot reach its push service. */
  unreachable?: boolean;
}

export const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/1';
export const KEYS = { p256dh: 'BAAA', auth: 'AAAA' };

/** Replaces the parts of the browser that concern pushes, which jsdom lacks; `subscriptions` are the keys it subscribed with, `shown` its notifications by their tags, and `alerts` what it has alerted the user with. */
export function fakePushBrowser({ permission, answer = permission, unreachable = false }: PushBrowser) {
  const subscriptions: unknown[] = [];
  let current: object | null = null;
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
    unsubscribe: () => {
      current = null;
      return Promise.resolve(true);
    },
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(current),
    subscribe: ({ applicationServerKey }: { applicationServerKey: unknown }) => {
      subscriptions.push(applicationServerKey);
      if (unreachable) return Promise.reject(new DOMException('push service error', 'AbortError'));
      current = subscription;
      return Promise.resolve(subscription);
    },
  };
  const alerts: string[] = [];
  const shown = new Map<string, { title: string; body: string; silent: boolean; data: NotificationData }>();
  const registration = {
    pushManager,
    showNotification: (title: string, { tag = '', body = '', silent, data }: ShownOptions) => {
      alerts.push(title);
      shown.set(tag, { title, body, silent: silent === true, data });
      return Promise.resolve();
    },
    getNotifications: () =>
      Promise.resolve([...shown].map(([tag, { data }]) => ({ tag, data, close: () => void shown.delete(tag) }))),
  };
  const register = vi.fn(() => Promise.resolve(registration));
  const container = Object.assign(new EventTarget(), {
    register,
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
    startMessages: () => undefined,
  });
  const asked = vi.fn(() => Promise.resolve(answer));
  vi.stubGlobal('Notification', { permission, requestPermission: asked });
  vi.stubGlobal('PushManager', () => undefined);
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return { asked, shown, alerts, subscriptions, register, container, isSubscribed: () => current !== null };
}

/** As jsdom is: a browser without pushes. */
export function removePushBrowser() {
  for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
