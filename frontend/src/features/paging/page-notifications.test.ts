import { afterEach, beforeEach, expect, it } from 'vitest';

import type { PageRead } from '@/api/generated/types.gen';
import { fakeLocks } from '@/testing/fake-locks';
import { hideTab } from '@/testing/live-worklist';
import { makePage } from '@/testing/pages';
import { fakePushBrowser, removePushBrowser } from '@/testing/push-browser';

import { notify } from './page-notifications';

const [one, two, three] = [makePage(), makePage({ id: 2 }), makePage({ id: 3 })];

beforeEach(() => {
  fakeLocks();
  hideTab(true);
});
afterEach(() => {
  hideTab(false);
  removePushBrowser();
});

/** Both hidden tabs of a user learn of the same pages at the same moment. */
async function tellTwice(fresh: readonly PageRead[], waiting: readonly PageRead[]) {
  const tell = () => notify(fresh, waiting, { silent: false });
  await Promise.all([tell(), tell()]);
}

it('[NOTIF-13] two tabs alert once to what is new, alone or with what has waited before', async () => {
  const { alerts, shown } = fakePushBrowser({ permission: 'granted' });
  await tellTwice([one], [one]);
  expect(alerts).toEqual(['Critical: New Consult']);
  await tellTwice([two], [one, two]);
  expect(alerts.slice(1)).toEqual(['2 pages are waiting for you']);
  await tellTwice([three], [one, two, three]);
  expect(alerts.slice(2)).toEqual(['3 pages are waiting for you']);
  expect([...shown.keys()]).toEqual(['pages']);
});
