import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { InvitationMeans, InvitationRead } from '@/api/generated/types.gen';
import { choices, makeInvitation, makePersonRead, servePerson } from '@/testing/people';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { Person } from './person';

const invited = makeInvitation({
  state: 'invited',
  invitedAt: '2026-03-04T15:00:00Z',
  expiresAt: '2026-03-11T15:00:00Z',
  by: { id: 9, username: 'ruth', firstName: 'Ruth', lastName: 'Hornbeam' },
  email: 'maya@example.org',
  mailState: 'queued',
});

async function show(invitation: InvitationRead, means: InvitationMeans = choices.invitations) {
  servePerson(makePersonRead({ invitation }));
  const sent: unknown[] = [];
  const path = '*/api/people/7/invitation';
  server.use(
    http.get('*/api/people/choices', () => HttpResponse.json({ ...choices, invitations: means })),
    http.post(path, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(invited);
    }),
    http.delete(path, () => HttpResponse.json(makeInvitation({ state: 'notInvited' }))),
    http.get(`${path}/link`, () => HttpResponse.json({ link: 'https://w.test/invite', expiresAt: invited.expiresAt })),
  );
  renderFeature(<Person id={7} />, { isLinked: true });
  await screen.findByRole('heading', { name: 'Maya Lark' });
  return sent;
}

it('invites by e-mail, shows the link, and withdraws', async () => {
  const sent = await show(makeInvitation({ state: 'notInvited' }));
  expect(screen.getByText('Not invited')).toBeInTheDocument();
  await pasteInto(screen.getByLabelText('E-mail Address'), 'maya@example.org');
  await userEvent.dblClick(screen.getByText('Send Invitation'));
  expect(await screen.findByText(/^Ruth Hornbeam invited them .* at maya@example.org\. Good until/)).toHaveTextContent(
    'The e-mail is waiting to be sent.',
  );
  expect(sent).toEqual([{ email: 'maya@example.org' }]);
  await userEvent.click(screen.getByText('Withdraw'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByText('Withdraw'));
  expect(await screen.findByText('Not invited')).toBeInTheDocument();
});

it('offers only the link where no mail server is set up, and says where it leads', async () => {
  const sent = await show(makeInvitation({ state: 'notInvited' }), { mail: false, linkKind: 'signIn', days: 7 });
  expect(screen.getByText(/^No mail server is set up/)).toBeInTheDocument();
  expect(screen.getByText(/so the link opens the sign-in page/)).toBeInTheDocument();
  expect(screen.queryByLabelText('E-mail Address')).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Invite with a Link'));
  expect(await screen.findByDisplayValue('https://w.test/invite')).toBeInTheDocument();
  expect(sent).toEqual([{ email: null }]);
});
