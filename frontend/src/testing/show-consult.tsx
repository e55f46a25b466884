import { http, HttpResponse } from 'msw';
import { useEffect } from 'react';
import { vi } from 'vitest';

import { ConsultDetail } from '@/features/consult/consult-detail';
import { type ConsultPage, ConsultPageProvider, type MeetingControls } from '@/features/consult/page-context';
import type { Consult } from '@/consults/consult';
import type { Backup } from '@/consults/on-call-now';
import type { Me } from '@/session/me';

import { CONSULT_ID } from './make-consult';
import { renderFeature } from './render-app';
import { server } from './server';

export const CONSULT = `*/api/consults/${CONSULT_ID}`;

interface ShowConsultOptions {
  me?: Me;
  /** The page's video call. */
  meeting?: MeetingControls | undefined;
  backup?: Backup;
}

/** Renders a consult; a test may change the server's response. */
export function showConsult(first: Consult, { meeting, backup, ...options }: ShowConsultOptions = {}) {
  const answer = { consult: first };
  const reads = vi.fn(() => HttpResponse.json(answer.consult));
  server.use(http.get(CONSULT, reads));
  const view = renderFeature(
    <ConsultPageProvider value={makePage(meeting)}>
      <ConsultDetail
        consultId={CONSULT_ID}
        backup={backup}
        pages={null}
        timeline={<p>Its timeline</p>}
        signOff={() => null}
        printedTimeline={(onReady) => <Ready onReady={onReady} />}
      />
    </ConsultPageProvider>,
    options,
  );
  return { ...view, answer, reads };
}

/** The page around a consult without a router. */
export function makePage(meeting?: MeetingControls): ConsultPage {
  return {
    view: 'consult',
    onView: () => undefined,
    back: <a href="/consult">Back to consults</a>,
    meeting,
  };
}

/** A printed timeline that is ready immediately. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return <p>Its printed timeline</p>;
}

/** Uses the mobile layout until the test ends. */
export function onPhone() {
  const wide = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(wide(query), { matches: query.includes('max-width') }),
  );
}

/** Responds to a consult's endpoint as the test says; returns the requests that it has received. */
export function mockEndpoint(method: 'post' | 'patch', path: string, answer: () => Response | Promise<Response>) {
  const requests: { body: unknown; search: string; key: string | null }[] = [];
  server.use(
    http[method](`${CONSULT}${path}`, async ({ request }) => {
      const text = await request.text();
      requests.push({
        body: text === '' ? null : JSON.parse(text),
        search: new URL(request.url).search,
        key: request.headers.get('Idempotency-Key'),
      });
      return answer();
    }),
  );
  return requests;
}

export const refusal = (status: number, body: object = {}) =>
  HttpResponse.json({ code: 'refused', message: 'Refused.', ...body }, { status });
