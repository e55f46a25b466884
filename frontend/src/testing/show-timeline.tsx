import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import type { TimelineEntryRead } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';
import { Timeline, type TimelineProps } from '@/features/timeline/timeline';

import { CONSULT_ID } from './make-consult';
import { renderFeature } from './render-app';
import { server } from './server';

export const UPDATES = `*/api/consults/${CONSULT_ID}/updates`;

/** Renders the timeline; the server returns these entries. */
export function showTimeline(
  entries: TimelineEntryRead[],
  allowedActions: TimelineProps['allowedActions'] = [],
  me?: Me,
) {
  const reads = vi.fn(() => HttpResponse.json(entries));
  server.use(http.get(UPDATES, reads));
  const view = renderFeature(<Timeline consultId={CONSULT_ID} allowedActions={allowedActions} />, {
    ...(me !== undefined && { me }),
  });
  return { ...view, reads };
}
