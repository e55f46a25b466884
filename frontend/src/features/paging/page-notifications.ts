/** Notifications of the browser about what waits, while the tab is hidden. They say what a push says: the line, the location and the priority. */
import type { PageRead } from '@/api/generated/types.gen';
import { type NotificationData, notificationOf, type ShownNotification } from '@/service-worker/notification';
import { mayNotify, notificationWorker } from '@/shared/lib/browser-notifications';
import { oneTabAtATime } from '@/shared/lib/one-tab';
import { pagesWaiting } from '@/shared/lib/pages-waiting';

import { titleOf } from './page-words';

const SEVERAL = 'pages';

/** Of the push about the same page, too, so that a device shows one of the two. */
function tagOf({ id }: PageRead): string {
  return `page-${id}`;
}

function notificationAbout(page: PageRead): ShownNotification {
  return notificationOf({
    kind: 'page',
    line: page.serviceLineName,
    location: page.locationName,
    priority: page.priority,
    about: titleOf(page),
    text: null,
    // Only the server knows; the page that it opens offers it.
    mayAcknowledge: false,
    takenBy: null,
    link: page.path,
    tag: tagOf(page),
    receipt: null,
    waiting: null,
  });
}

/** It leads to the first of them, the loudest. */
function notificationAboutAll(loudest: PageRead, waiting: readonly PageRead[]): ShownNotification {
  const { title, options } = notificationAbout(loudest);
  const body = [title, options.body].join(', ');
  const data: NotificationData = { link: loudest.path, receipt: null, about: waiting.map(tagOf) };
  return { title: pagesWaiting(waiting.length), options: { ...options, body, data, tag: SEVERAL, actions: [] } };
}

/** The tags of the pages that a notification is about. */
function tagsOf({ tag, data }: { tag: string; data: unknown }): readonly string[] {
  const about: unknown = typeof data === 'object' && data !== null && 'about' in data ? data.about : null;
  return Array.isArray(about) ? about.map(String) : [tag];
}

/** Whether an open tab has shown it: the service worker gives each push about a page a receipt. */
function isOwn({ tag, data }: Notification): boolean {
  return tag === SEVERAL || (tag.startsWith('page-') && !hasReceipt(data));
}

function hasReceipt(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'receipt' in data && data.receipt !== null;
}

/**
 * Shows what is new, unless the tab is visible, or a push or another tab has shown it. There is only one notification at a time: with what
 * the last one was about, it counts all that waits. `waiting` is in the order of the bar; `silent` if the tab makes its own sound.
 */
export async function notify(fresh: readonly PageRead[], waiting: readonly PageRead[], options: { silent: boolean }) {
  if (!document.hidden || !mayNotify()) return;
  await oneTabAtATime('wardline.notifications', () => notifyAbout(fresh, waiting, options));
}

async function notifyAbout(fresh: readonly PageRead[], waiting: readonly PageRead[], { silent }: { silent: boolean }) {
  const worker = await notificationWorker();
  const shown = await worker.getNotifications();
  const tags = new Set(shown.flatMap(tagsOf));
  const [page, ...others] = fresh.filter((each) => !each.muted && !tags.has(tagOf(each)));
  const [first = page] = waiting;
  if (page === undefined || first === undefined) return;
  const earlier = shown.filter(isOwn);
  const isOnly = others.length === 0 && earlier.length === 0;
  const { title, options } = isOnly ? notificationAbout(page) : notificationAboutAll(first, waiting);
  await worker.showNotification(title, { ...options, silent });
  for (const each of earlier) if (each.tag !== options.tag) each.close();
}

/** Closes what tabs have shown about pages that no longer wait; all of it once a tab is visible. */
export async function closeOld(waiting: readonly PageRead[]) {
  if (!mayNotify()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  const tags = new Set(waiting.length === 0 ? [] : [SEVERAL, ...waiting.map(tagOf)]);
  for (const each of (await worker?.getNotifications()) ?? [])
    if (isOwn(each) && (!document.hidden || !tags.has(each.tag))) each.close();
}
