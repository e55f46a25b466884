/** Notifications of the browser: whether they may be shown, and the service worker that shows them and reacts to a click. */
import { createStore } from 'zustand/vanilla';

const WORKER = '/service-worker.js';

export type NotificationState = NotificationPermission | 'unsupported';

/** As of the last time that it was looked up. */
export const notificationPermission = createStore<NotificationState>(lookUp);

function lookUp(): NotificationState {
  return 'serviceWorker' in navigator && 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Asks the user, which browsers allow only after a click. */
export async function askForNotifications(): Promise<NotificationPermission> {
  const answer = await Notification.requestPermission();
  notificationPermission.setState(answer, true);
  return answer;
}

/** The registered service worker, once it is active. */
export async function notificationWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}

/** Whether the browser shows notifications now; users may change their mind in its settings. */
export function mayNotify(): boolean {
  const state = lookUp();
  notificationPermission.setState(state, true);
  return state === 'granted';
}
