import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { PushPayload } from '@/api/generated/types.gen';

import { startWorker } from './worker';
import type { OpenWindow, WorkerScope } from './worker-scope';

const PAGE: PushPayload = {
  kind: 'page',
  line: 'Tele-Stroke',
  location: 'North Campus ICU',
  priority: 'critical',
  about: 'New Consult',
  text: null,
  mayAcknowledge: true,
  takenBy: null,
  link: '/consult/1',
  tag: 'consult-1',
  receipt: 'r',
  waiting: 1,
};

type Listener = (event: object) => void;

/** The worker in a scope that records what it does; `answers` are the statuses of its requests, 0 for a lost network. */
function start({ windows = [], answers = [] }: { windows?: OpenWindow[]; answers?: number[] } = {}) {
  const done: unknown[] = [];
  const listeners = new Map<string, Listener>();
  const shows = { fails: false };
  const renewed = { toJSON: () => ({ endpoint: 'new', keys: { p256dh: 'new key', auth: 'new auth' } }) };
  const scope = {
    registration: {
      showNotification: (title: string, { body }: NotificationOptions) => {
        if (shows.fails) return Promise.reject(new TypeError('no permission'));
        done.push(['show', title, body]);
        return Promise.resolve();
      },
      pushManager: { subscribe: (options: unknown) => (done.push(['subscribe', options]), Promise.resolve(renewed)) },
    },
    clients: {
      matchAll: () => Promise.resolve(windows),
      openWindow: (url: string) => (done.push(['open', url]), Promise.resolve(null)),
    },
    navigator: {},
    fetch: (path: string, { method, body }: { method: string; body: string }) => {
      done.push([method, path, JSON.parse(body)]);
      const status = answers.shift() ?? 204;
      return status === 0 ? Promise.reject(new TypeError('lost')) : Promise.resolve(new Response(null, { status }));
    },
    skipWaiting: () => Promise.resolve(),
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
  };
  startWorker(scope as unknown as WorkerScope);
  const dispatch = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => void (work = promise) });
    await Promise.all([work, vi.runAllTimersAsync()]);
  };
  return { done, dispatch, shows };
}

const push = (payload: unknown) => ({ data: { json: () => payload } });
const receipt = (event: string) => ['POST', '/api/push-receipts', { receipt: 'r', event }];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [PAGE, 'Critical: New Consult', 'Tele-Stroke, North Campus ICU'],
  [{ ...PAGE, waiting: 3 }, 'Critical: New Consult', 'Tele-Stroke, North Campus ICU. 3 pages are waiting for you'],
  [{ ...PAGE, priority: null, about: null, line: null, location: null }, 'Request for you', ''],
  [{ ...PAGE, kind: 'taken', takenBy: 'Amara Feldspar' }, 'Taken by Amara Feldspar', 'Tele-Stroke, North Campus ICU'],
  [{ ...PAGE, kind: 'taken' }, 'Nobody needs to answer anymore', 'Tele-Stroke, North Campus ICU'],
  [
    { ...PAGE, kind: 'locked', line: null, location: null, priority: null, link: '/' },
    'Your Wardline screen is locked',
    'You are still on call, and will be paged on this device.',
  ],
  [
    { ...PAGE, kind: 'duty', location: null, priority: null, about: 'Your Shift Has Begun', text: 'Since 7:00am.' },
    'Your Shift Has Begun',
    'Since 7:00am.',
  ],
] as const)('shows each push, and then reports that it arrived', async (payload, title, body) => {
  const { done, dispatch } = start();
  await dispatch('push', push(payload));
  expect(done).toEqual([['show', title, body], receipt('delivered')]);
});

it('shows something even for a push that it cannot read, because browsers end silent subscriptions', async () => {
  const { done, dispatch } = start();
  await dispatch('push', { data: null });
  await dispatch('push', {
    data: {
      json: () => {
        throw new SyntaxError();
      },
    },
  });
  expect(done).toEqual([
    ['show', 'Wardline', expect.any(String)],
    ['show', 'Wardline', expect.any(String)],
  ]);
});

it('reports nothing that it could not show', async () => {
  const { done, dispatch, shows } = start();
  shows.fails = true;
  await expect(dispatch('push', push(PAGE))).rejects.toThrow('no permission');
  expect(done).toEqual([]);
});

it('sends a receipt again that was lost, three times at most', async () => {
  const lost = start({ answers: [0, 503] });
  await lost.dispatch('push', push(PAGE));
  expect(lost.done.slice(1)).toEqual([receipt('delivered'), receipt('delivered'), receipt('delivered')]);
  const failing = start({ answers: [0, 0, 0, 0] });
  await failing.dispatch('push', push(PAGE));
  expect(failing.done).toHaveLength(4);
});

/** An open page, which answers or not. */
function openPage(answers: boolean, visibilityState: DocumentVisibilityState = 'visible') {
  const messages: unknown[] = [];
  const page: OpenWindow = {
    visibilityState,
    focus: () => Promise.reject(new DOMException('not allowed', 'InvalidAccessError')),
    postMessage: (message, [port]) => {
      messages.push(message);
      if (answers) port?.postMessage('opened');
    },
  };
  return { page, messages };
}

const click = (action: string) => ({
  action,
  notification: { data: { link: '/consult/1', receipt: 'r' }, close: () => undefined },
});

it.each([
  ['', '/consult/1'],
  ['open', '/consult/1'],
  ['acknowledge', '/consult/1?acknowledge=1'],
])('opens a window for a click on "%s" if none is open, and reports it', async (action, link) => {
  const { done, dispatch } = start();
  await dispatch('notificationclick', click(action));
  expect(done).toEqual(expect.arrayContaining([['open', link], receipt('seen')]));
});

it('lets the visible page open the link, where unsaved input is guarded', async () => {
  vi.useRealTimers();
  const [hidden, visible] = [openPage(true, 'hidden'), openPage(true)];
  const { done, dispatch } = start({ windows: [hidden.page, visible.page] });
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  await dispatch('notificationclick', click('open'));
  expect(visible.messages).toEqual([{ openLink: '/consult/1' }]);
  expect(hidden.messages).toEqual([]);
  expect(done.filter((each) => Array.isArray(each) && each[0] === 'open').length).toBeLessThanOrEqual(1);
});

it('opens a window if the page does not answer', async () => {
  const broken = openPage(false);
  const { done, dispatch } = start({ windows: [broken.page] });
  await dispatch('notificationclick', click('open'));
  expect(broken.messages).toHaveLength(1);
  expect(done).toContainEqual(['open', '/consult/1']);
});

it('subscribes again, proven by the secret of the old subscription', async () => {
  const { done, dispatch } = start();
  const options = { userVisibleOnly: true };
  const old = {
    endpoint: 'old',
    options,
    toJSON: () => ({ endpoint: 'old', keys: { p256dh: 'key', auth: 'secret' } }),
  };
  await dispatch('pushsubscriptionchange', { oldSubscription: old, newSubscription: null });
  await dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: null });
  const subscription = { endpoint: 'new', keys: { p256dh: 'new key', auth: 'new auth' } };
  expect(done).toEqual([
    ['subscribe', options],
    ['PUT', '/api/push-subscriptions', { endpoint: 'old', auth: 'secret', subscription }],
  ]);
});
