import { http, HttpResponse } from 'msw';

import type { SystemGroup, SystemItem } from '@/api/generated/types.gen';

import { server } from './server';

/** Something that works; a test overrides only what it is about. */
export function makeSystemItem(about: Partial<SystemItem> = {}): SystemItem {
  return { name: 'Workers', state: 'ok', value: '2 workers running.', action: null, at: null, ...about };
}

/** A server with these parts; changing the returned object changes the answer. */
export function serveSystem(groups: SystemGroup[]) {
  const served = { groups, failure: 0 };
  server.use(
    http.get('*/api/system', () =>
      served.failure === 0
        ? HttpResponse.json({ version: '0.1.0', checkedAt: '2026-03-04T12:00:00Z', groups: served.groups })
        : new HttpResponse(null, { status: served.failure }),
    ),
  );
  return served;
}
