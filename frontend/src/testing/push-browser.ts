import { vi } from 'vitest';

/** What this browser offers, and what a user answers when it asks for the permission. */
interface PushBrowser {
  permission: NotificationPermission;
  answer?: NotificationPermission;
  /** Fails like a browser that cannot reach its push service. */
  unreachable?: boolean;
}

export const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/1';
export const KEYS = { p256dh: 'BAAA', auth: 'AAAA' };

/** Replaces the parts of the browser that concern pushes, which jsdom lacks; `subscriptions` are the keys it subscribed with. */
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
  const registration = { pushManager };
  const register = vi.fn(() => Promise.resolve(registration));
  const container = Object.assign(new EventTarget(), {
    register,
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
    startMessages: () => undefined,
  });
  vi.stubGlobal('Notification', { permission, requestPermission: () => Promise.resolve(answer) });
  vi.stubGlobal('PushManager', () => undefined);
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return { subscriptions, register, container, isSubscribed: () => current !== null };
}

/** As jsdom is: a browser without pushes. */
export function removePushBrowser() {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
