import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import type { ContactRead } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { PagingSettingsDialog } from '@/features/contacts/paging-settings-dialog';

import { PUSH_KEY } from './contacts';
import { renderFeature } from './render-app';
import { server } from './server';

/** A server with these contacts; `refusal` is its response to the next change. */
export function serveContacts(contacts: ContactRead[]) {
  const served = {
    contacts,
    sent: [] as unknown[],
    before: () => Promise.resolve(),
    refusal: null as { status: number; code: string; message: string } | null,
  };
  const record = async (request: Request) => {
    const text = await request.text();
    served.sent.push([request.method, new URL(request.url).pathname.replace('/api', ''), text && JSON.parse(text)]);
    await served.before();
    const { refusal } = served;
    return refusal === null
      ? new HttpResponse(null, { status: 204 })
      : HttpResponse.json(refusal, { status: refusal.status });
  };
  server.use(
    http.get('*/api/contacts', () => HttpResponse.json({ contacts: served.contacts, pushKey: PUSH_KEY })),
    http.post('*/api/contacts', async ({ request }) => {
      const response = await record(request);
      return response.status === 204 ? HttpResponse.json({ id: 9 }, { status: 201 }) : response;
    }),
    http.put('*/api/contacts', ({ request }) => record(request)),
    http.delete('*/api/contacts/:id', ({ request }) => record(request)),
    http.post('*/api/contacts/:id/codes', ({ request }) => record(request)),
    http.post('*/api/contact-tests', ({ request }) => record(request)),
  );
  return served;
}

let disconnect: () => void = () => undefined;

/** Opens the paging settings of a user with these contacts; they follow what changes on the server. */
export function showPagingSettings(contacts: ContactRead[]) {
  const served = serveContacts(contacts);
  const { queryClient } = renderFeature(<PagingSettingsDialog onScreen={null} onClose={() => undefined} />);
  disconnect = connectQueries(queryClient);
  return served;
}

export function closePagingSettings() {
  disconnect();
}

export const contactRow = (label: string) => screen.findByRole('listitem', { name: label });

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
