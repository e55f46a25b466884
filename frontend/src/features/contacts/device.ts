import type { PushSubscription as Subscription } from '@/api/generated/types.gen';
import { askForNotifications, notificationWorker } from '@/shared/lib/browser-notifications';

/** Whether this browser can receive pushes, and if not, why. */
export type DeviceState = 'possible' | 'blocked' | 'home-screen' | 'unsupported';

/** How long the browser may take to reach its push service (milliseconds). */
const SUBSCRIBE_LIMIT = 20_000;

export function deviceState(): DeviceState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleMobile() ? 'home-screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Safari on these devices has push only in applications on the Home Screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** The browser, its permission or its push service did not allow a subscription; the message says which. */
export class NotSubscribed extends Error {
  override readonly name = 'NotSubscribed';
}

/**
 * Asks for the permission, which browsers allow only after a click, and subscribes this browser to pushes.
 * Throws NotSubscribed.
 */
export async function subscribeDevice(pushKey: string): Promise<Subscription> {
  if ((await askForNotifications()) !== 'granted')
    throw new NotSubscribed('Your browser does not allow Wardline to show notifications. Allow them in its settings.');
  const { pushManager } = await notificationWorker();
  // It may be bound to the key of another installation, and end any time.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const subscription = await Promise.race([subscribing, limit()]).catch(() => null);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined)
    throw new NotSubscribed(
      "Your browser could not reach its push service. Your hospital's network may be blocking it.",
    );
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

function limit(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), SUBSCRIBE_LIMIT));
}

/** The endpoint of this browser's subscription; null if it has none. */
export async function deviceEndpoint(): Promise<string | null> {
  return (await ownSubscription())?.endpoint ?? null;
}

/** Ends this browser's subscription. */
export async function unsubscribeDevice(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (deviceState() === 'unsupported' || deviceState() === 'home-screen') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const browsers = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** A suggestion, such as `Chrome on Windows`. */
export function deviceLabel(userAgent = navigator.userAgent): string {
  const browser = browsers.find(([part]) => userAgent.includes(part))?.[1] ?? 'Browser';
  const system = systems.find(([part]) => userAgent.includes(part))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
