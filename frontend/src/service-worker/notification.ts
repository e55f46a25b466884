import type { PushKind, PushPayload } from '@/api/generated/types.gen';
import { capitalize } from '@/shared/lib/capitalize';
import { pagesWaiting } from '@/shared/lib/pages-waiting';

/** What a notification is about; without a receipt if no push asked for it. */
export type NotificationContent = Omit<PushPayload, 'receipt'> & { readonly receipt: string | null };

/** The DOM's types have no actions. */
export interface ShownNotification {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly actions: readonly { readonly action: string; readonly title: string }[];
    readonly renotify: boolean;
    readonly data: NotificationData;
  };
}

/** What a click needs to know. */
export interface NotificationData {
  readonly link: string;
  readonly receipt: string | null;
  /** The tags of the pages that it is about, if they are several. */
  readonly about?: readonly string[];
}

const ICON = '/icon-192.png';
/** The silhouette in a phone's status bar. */
const BADGE = '/badge-96.png';

const acknowledgeAction = { action: 'acknowledge', title: 'Acknowledge' } as const;
const openAction = { action: 'open', title: 'Open' } as const;

/** What stays until its user acts. */
const STAYING: readonly PushKind[] = ['page', 'locked', 'duty'];

/** The notification of a push, or of the same thing in an open tab. One with the same tag replaces an earlier one. */
export function notificationOf(payload: NotificationContent): ShownNotification {
  const { kind, tag, link, receipt, mayAcknowledge } = payload;
  const { title, body } = wordsOf(payload);
  const isPage = kind === 'page';
  return {
    title,
    options: {
      body,
      tag,
      icon: ICON,
      badge: BADGE,
      requireInteraction: STAYING.includes(kind),
      // What was taken no longer needs anyone's attention.
      silent: kind === 'taken',
      renotify: kind !== 'taken',
      actions: isPage ? [...(mayAcknowledge ? [acknowledgeAction] : []), openAction] : [],
      data: { link, receipt },
    },
  };
}

/** For a push that cannot be read: browsers end the subscription of a worker that shows nothing. */
export const UNREADABLE: ShownNotification = {
  title: 'Wardline',
  options: {
    body: 'Something needs your attention. Open Wardline.',
    tag: 'unreadable',
    icon: ICON,
    badge: BADGE,
    renotify: true,
    actions: [],
    data: { link: '/', receipt: null },
  },
};

/** The address that a click on the notification or on one of its buttons opens. The page asks before it acknowledges. */
export function linkOf({ link }: NotificationData, action: string): string {
  return action === 'acknowledge' ? `${link}?acknowledge=1` : link;
}

interface Words {
  title: string;
  body: string;
}

function wordsOf(content: NotificationContent): Words {
  const { kind, about, text, takenBy } = content;
  switch (kind) {
    case 'page':
      return pageWords(content);
    case 'taken':
      return {
        title: takenBy === null ? 'Nobody needs to answer anymore' : `Taken by ${takenBy}`,
        body: placeOf(content),
      };
    case 'locked':
      return {
        title: 'Your Wardline screen is locked',
        body: 'You are still on call, and will be paged on this device.',
      };
    case 'duty':
    case 'dutyNews':
      return { title: about ?? 'Wardline', body: text ?? '' };
    case 'test':
      return { title: 'Test', body: 'Requests can reach you on this device.' };
    case 'verification':
      return { title: 'Device added', body: 'Requests can now reach you on this device.' };
  }
}

function pageWords(content: NotificationContent): Words {
  const { priority, about, waiting } = content;
  return {
    title:
      [priority === null ? null : capitalize(priority), about].filter((part) => part !== null).join(': ') ||
      'Request for you',
    body: [placeOf(content) || null, waiting !== null && waiting > 1 && pagesWaiting(waiting)]
      .filter((part) => part !== null && part !== false)
      .join('. '),
  };
}

function placeOf({ line, location }: NotificationContent): string {
  return [line, location].filter((part) => part !== null).join(', ');
}
