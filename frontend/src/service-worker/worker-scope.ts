import type { PushPayload } from '@/api/generated/types.gen';

import type { NotificationData } from './notification';

/** The part of a service worker's global scope that ours uses; the DOM's types have no service workers. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: WorkerClients;
  readonly location: { readonly origin: string };
  readonly navigator: {
    readonly setAppBadge?: (count: number) => Promise<void>;
    readonly clearAppBadge?: () => Promise<void>;
  };
  fetch: typeof fetch;
  skipWaiting: () => Promise<void>;
  addEventListener: <N extends keyof WorkerEvents>(name: N, listener: (event: WorkerEvents[N]) => void) => void;
}

export interface WorkerClients {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly OpenWindow[]>;
  openWindow: (url: string) => Promise<unknown>;
}

export interface OpenWindow {
  readonly visibilityState: DocumentVisibilityState;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown, transfer: readonly MessagePort[]) => void;
}

interface Lasting {
  /** Keeps the worker alive, and tells the browser when the event has been handled. */
  waitUntil: (work: Promise<unknown>) => void;
}

export interface Pushed extends Lasting {
  /** The server encrypts what it sends, so that nobody else can have written it. */
  readonly data: { json: () => PushPayload } | null;
}

export interface Clicked extends Lasting {
  readonly notification: { readonly data: NotificationData; close: () => void };
  /** The action's name, or blank for the notification itself. */
  readonly action: string;
}

export interface SubscriptionChanged extends Lasting {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

interface WorkerEvents {
  install: Lasting;
  push: Pushed;
  notificationclick: Clicked;
  pushsubscriptionchange: SubscriptionChanged;
}
