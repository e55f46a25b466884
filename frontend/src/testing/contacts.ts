import { http, HttpResponse } from 'msw';

import type { ContactRead } from '@/api/generated/types.gen';

export const PUSH_KEY = `B${'A'.repeat(86)}`;

/** A verified phone; a test overrides only what it is about. */
export function makeContact(about: Partial<ContactRead> = {}): ContactRead {
  return {
    id: 1,
    kind: 'text',
    address: '(555) 010-0142',
    label: 'Cell phone',
    delaySeconds: 0,
    verifiedAt: '2026-03-04T12:00:00Z',
    disabledAt: null,
    disabledReason: null,
    lastCode: null,
    lastTest: null,
    ...about,
  };
}

/** A user who can be reached. */
export const reachable = http.get('*/api/contacts', () =>
  HttpResponse.json({ contacts: [makeContact()], pushKey: PUSH_KEY }),
);
