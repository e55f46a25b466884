import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { ConsultProvider } from '@/consults/consult-context';
import { CONSULT_ID, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { EmergencyAccessForm } from './emergency-access-form';
import { EmergencyBar } from './emergency-bar';

const ACCESS_ID = '11111111-2222-4333-8444-555555555555';
const OTHER_ID = '22222222-2222-4333-8444-555555555555';
const refusal = (status: number, code: string, more = {}) =>
  HttpResponse.json({ code, message: 'Refused.', errors: [], ...more }, { status });

async function ask(answer: () => Response) {
  const sent: unknown[] = [];
  const onOpen = vi.fn();
  server.use(
    http.post('*/api/emergency-accesses', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const organizations = [{ id: 3, name: 'Lakeshore Health' }];
  renderFeature(<EmergencyAccessForm onOpen={onOpen} />, { me: makeMe({ organizations }) });
  await pasteInto(screen.getByRole('textbox', { name: /Date of Birth/ }), '02/11/1961');
  await pasteInto(screen.getByRole('textbox', { name: /Patient Number/ }), 'N-100');
  await userEvent.click(screen.getByRole('radio', { name: 'I am treating this patient now' }));
  await pasteInto(screen.getByRole('textbox', { name: /What Happened/ }), 'Collapsed in our unit.');
  await userEvent.click(screen.getByRole('button', { name: 'Open Consults' }));
  return { sent, onOpen };
}

it('asks with an exact number and a reason, and shows the newest consult', async () => {
  const granted = { id: ACCESS_ID, consultIds: [CONSULT_ID], expiresAt: '2026-03-04T13:00:00Z' };
  const { sent, onOpen } = await ask(() => HttpResponse.json(granted, { status: 201 }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith(CONSULT_ID));
  expect(sent).toEqual([
    {
      organizationId: 3,
      birthDate: '1961-02-11',
      patientNumber: 'N-100',
      reason: 'treating',
      explanation: 'Collapsed in our unit.',
    },
  ]);
});

it.each([
  [404, 'nobody_fits', 'Nothing was opened.'],
  [429, 'too_many_requests', 'Too many tries'],
])('says why nothing was opened after %i', async (status, code, said) => {
  await ask(() => refusal(status, code));
  expect(await screen.findByText(said)).toBeInTheDocument();
});

it('leads to a consult that needs no emergency access', async () => {
  const { onOpen } = await ask(() => refusal(409, 'already_in_reach', { consultId: CONSULT_ID }));
  await userEvent.click(await screen.findByRole('button', { name: 'Open Consult' }));
  expect(onOpen).toHaveBeenCalledWith(CONSULT_ID);
});

it('says until when the consult is open, ends that, and asks again once the time is over', async () => {
  const ended: unknown[] = [];
  server.use(
    http.delete('*/api/emergency-accesses/:id', ({ params }) => {
      ended.push(params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const consult = makePsychConsult({
    emergencyAccess: { id: ACCESS_ID, expiresAt, consultIds: [OTHER_ID, CONSULT_ID] },
  });
  const { queryClient } = renderFeature(
    <ConsultProvider value={consult}>
      <EmergencyBar link={(id, text) => <a href={id}>{text}</a>} />
    </ConsultProvider>,
  );
  const again = vi.spyOn(queryClient, 'invalidateQueries');
  expect(screen.getByText(/^Emergency access until/)).toBeInTheDocument();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([OTHER_ID]);
  await act(() => vi.advanceTimersByTimeAsync(62_000));
  expect(again).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'End Now' }));
  await waitFor(() => expect(again).toHaveBeenCalledTimes(2));
  expect(ended).toEqual([ACCESS_ID]);
});
