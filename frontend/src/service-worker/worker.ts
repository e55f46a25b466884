import type { PushReceiptEvent } from '@/api/generated/types.gen';

import { linkOf, notificationOf, UNREADABLE } from './notification';
import type { Clicked, Pushed, SubscriptionChanged, WorkerScope } from './worker-scope';

/** Waits before a receipt is sent again (milliseconds). Without any receipt, the server tries the user's next contact. */
const RECEIPT_WAITS = [0, 2_000, 8_000];

/** How long an open page may take to say that it opens a link (milliseconds). */
const PAGE_WAIT = 1_000;

/** Shows pushes as notifications. It has no cache: nothing of the application or of its data is stored. */
export function startWorker(scope: WorkerScope) {
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event)));
  scope.addEventListener('notificationclick', (event) => event.waitUntil(click(scope, event)));
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(scope, event)));
}

async function showPush(scope: WorkerScope, { data }: Pushed) {
  const payload = readable(data);
  const { title, options } = payload === null ? UNREADABLE : notificationOf(payload);
  // A push that the browser does not show has not reached its user, so that there is no receipt.
  await scope.registration.showNotification(title, options);
  if (payload === null) return;
  await Promise.allSettled([report(scope, payload.receipt, 'delivered'), mark(scope, payload.waiting)]);
}

function readable(data: Pushed['data']) {
  try {
    return data?.json() ?? null;
  } catch {
    return null;
  }
}

/** The number of waiting requests on the installed application's icon. */
async function mark({ navigator }: WorkerScope, waiting: number | null) {
  if (waiting === 0) await navigator.clearAppBadge?.();
  else if (waiting !== null) await navigator.setAppBadge?.(waiting);
}

async function click(scope: WorkerScope, { notification, action }: Clicked) {
  const { data } = notification;
  notification.close();
  const seen = data.receipt === null ? Promise.resolve() : report(scope, data.receipt, 'seen');
  await Promise.allSettled([openLink(scope, linkOf(data, action)), seen]);
}

/** Opens the link in an open window if there is one, where unsaved input is guarded, otherwise in a new one. */
async function openLink({ clients }: WorkerScope, link: string) {
  // A page that was open before the worker was installed is not controlled by it.
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (page === undefined) {
    await clients.openWindow(link);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  const opened = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), PAGE_WAIT);
  });
  page.postMessage({ openLink: link }, [port2]);
  // Browsers allow it only after a click, and not all say so.
  await page.focus().catch(() => undefined);
  // A page that is still starting, or broken, does not answer.
  if (!(await opened)) await clients.openWindow(link);
}

/** Subscribes again after the browser has dropped or replaced the subscription; the old one's secret proves who asks. */
async function renew(scope: WorkerScope, { oldSubscription: old, newSubscription }: SubscriptionChanged) {
  if (old === null) return;
  const renewed = newSubscription ?? (await scope.registration.pushManager.subscribe(old.options));
  const { keys } = old.toJSON();
  const { endpoint, keys: newKeys } = renewed.toJSON();
  const body = { endpoint: old.endpoint, auth: keys?.auth, subscription: { endpoint, keys: newKeys } };
  await send(scope, 'PUT', '/api/push-subscriptions', body);
}

async function report(scope: WorkerScope, receipt: string, event: PushReceiptEvent) {
  for (const wait of RECEIPT_WAITS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const response = await send(scope, 'POST', '/api/push-receipts', { receipt, event }).catch(() => null);
    if (response?.ok === true) return;
  }
}

function send(scope: WorkerScope, method: string, path: string, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return scope.fetch(path, { method, headers, body: JSON.stringify(body), credentials: 'omit', keepalive: true });
}
