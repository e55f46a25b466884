import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';

import { markStale } from '@/api/live';
import { makeContact } from '@/testing/contacts';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import {
  closePagingSettings,
  contactRow,
  press,
  serveContacts,
  showPagingSettings,
} from '@/testing/show-paging-settings';

import { PagingSettingsDialog } from './paging-settings-dialog';

const MESSAGE = {
  state: 'sent',
  reason: null,
  createdAt: '2026-03-04T12:00:00Z',
  expiresAt: '2026-03-04T12:10:00Z',
} as const;
const phone = makeContact({ id: 1, label: 'iPhone' });
const mail = makeContact({
  id: 2,
  kind: 'email',
  label: 'Work',
  address: 'p.sych@hospital.example',
  delaySeconds: 120,
});
const unverified = makeContact({ id: 3, label: 'New phone', verifiedAt: null, lastCode: MESSAGE });

const labels = () =>
  within(screen.getByRole('list', { name: 'Your contacts, in order' }))
    .getAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'));
afterEach(closePagingSettings);

describe('the list', () => {
  it('shows where each contact reaches its owner, when, and whether it is verified', async () => {
    showPagingSettings([phone, mail, unverified]);
    expect(await contactRow('iPhone')).toHaveTextContent(/Verified.*Text Message, \(555\) 010-0142/);
    expect(await contactRow('Work')).toHaveTextContent(/E-mail, p\.sych@hospital\.example/);
    expect(screen.getByRole('combobox', { name: 'When to try Work' })).toHaveDisplayValue('After 2 min');
    expect(await contactRow('New phone')).toHaveTextContent(/Not verified.*Code: Sent/);
    expect(screen.queryByText('Nothing else can reach you')).not.toBeInTheDocument();
  });

  it('is reordered with buttons that keep the focus, at once, and saved as a whole', async () => {
    const served = showPagingSettings([phone, mail]);
    let respond: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (respond = resolve));
    served.before = () => held;
    await contactRow('Work');
    const up = screen.getByRole('button', { name: 'Try Work earlier' });
    up.focus();
    await userEvent.keyboard('{Enter}');
    expect(labels()).toEqual(['Work', 'iPhone']);
    expect(up).toHaveFocus();
    await waitFor(() => expect(served.sent).toHaveLength(1));
    const iPhone = { id: 1, label: 'iPhone', delaySeconds: 0 };
    expect(served.sent).toEqual([
      ['PUT', '/contacts', { contacts: [{ id: 2, label: 'Work', delaySeconds: 120 }, iPhone] }],
    ]);
    respond();
    // The server still has the old order, which is shown again.
    await waitFor(() => expect(labels()).toEqual(['iPhone', 'Work']));
    await userEvent.click(screen.getByRole('button', { name: 'Try iPhone earlier' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'When to try Work' }), 'After 30 s');
    await waitFor(() => expect(served.sent).toHaveLength(2));
    expect(served.sent[1]).toEqual([
      'PUT',
      '/contacts',
      { contacts: [iPhone, { id: 2, label: 'Work', delaySeconds: 30 }] },
    ]);
  });

  it('shows the old order again, and why, if the server rejects a change', async () => {
    const served = showPagingSettings([phone, mail]);
    await contactRow('Work');
    served.refusal = { status: 409, code: 'contacts_changed', message: 'Your contacts have changed in the meantime.' };
    await press('Try Work earlier');
    expect(await screen.findByText('Your contacts have changed in the meantime.')).toBeInTheDocument();
    expect(labels()).toEqual(['iPhone', 'Work']);
  });

  it('says why a contact is not used, and warns if nothing can reach the user', async () => {
    showPagingSettings([
      makeContact({ id: 1, label: 'Cell', disabledAt: '2026-03-04T12:00:00Z', disabledReason: 'opted-out' }),
      makeContact({ id: 2, label: 'Desk', disabledAt: '2026-03-04T12:00:00Z', disabledReason: 'bounced' }),
    ]);
    const cell = await contactRow('Cell');
    expect(cell).toHaveTextContent(/Not used.*replied STOP/);
    expect(within(cell).queryByRole('button', { name: 'Send New Code' })).not.toBeInTheDocument();
    expect(within(await contactRow('Desk')).getByRole('button', { name: 'Send New Code' })).toBeInTheDocument();
    expect(screen.getByText(/^If this screen is closed or locked, nothing else can reach you/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send Me a Test' })).toBeDisabled();
  });

  it('removes a contact after a question', async () => {
    const served = showPagingSettings([phone]);
    await contactRow('iPhone');
    await press('Remove iPhone');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(served.sent).toEqual([]);
    await press('Remove iPhone');
    served.contacts = [];
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'iPhone' })).not.toBeInTheDocument());
    expect(served.sent).toEqual([['DELETE', '/contacts/1', '']]);
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get('*/api/contacts', () => HttpResponse.json({ code: 'bad' }, { status: 400 })));
    renderFeature(<PagingSettingsDialog onScreen={null} onClose={() => undefined} />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveContacts([phone]);
    await userEvent.click(again);
    expect(await contactRow('iPhone')).toBeInTheDocument();
  });
});

describe('a code', () => {
  it('is entered, with the tries that are left, and can be sent again', async () => {
    const served = showPagingSettings([unverified]);
    const codes: unknown[] = [];
    const results = [
      { result: 'wrong', triesLeft: 1 },
      { result: 'expired', triesLeft: 0 },
      { result: 'verified', triesLeft: 4 },
    ];
    server.use(
      http.put('*/api/contacts/3/verification', async ({ request }) => {
        codes.push(await request.json());
        return HttpResponse.json(results[codes.length - 1]);
      }),
    );
    await contactRow('New phone');
    const code = screen.getByRole('textbox', { name: 'Code for New phone' });
    expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled();
    await pasteInto(code, '12 34x56');
    expect(code).toHaveValue('123456');
    await press('Verify');
    expect(await screen.findByText('This code is incorrect. 1 try left.')).toBeInTheDocument();
    await press('Verify');
    expect(await screen.findByText('This code is no longer valid. Send a new one.')).toBeInTheDocument();
    await press('Send New Code');
    await waitFor(() => expect(code).toHaveValue(''));
    expect(served.sent).toEqual([['POST', '/contacts/3/codes', '']]);
    await pasteInto(code, '654321');
    served.contacts = [{ ...unverified, verifiedAt: '2026-03-04T12:00:00Z' }];
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(code).not.toBeInTheDocument());
    // The focus stays in the dialog, which Escape closes.
    expect(screen.getByRole('group', { name: 'Your contacts' })).toHaveFocus();
    expect(codes).toEqual(['123456', '123456', '654321'].map((each) => ({ code: each })));
  });

  it('is sent once by a double press', async () => {
    const served = showPagingSettings([unverified, mail]);
    await contactRow('New phone');
    const again = screen.getByRole('button', { name: 'Send New Code' });
    await userEvent.click(again);
    await waitFor(() => expect(served.sent).toHaveLength(1));
    await waitFor(() => expect(again).not.toHaveAttribute('data-loading'));
    await userEvent.click(again);
    await press('Try New phone later');
    await waitFor(() => expect(served.sent.at(-1)).toContain('PUT'));
    expect(served.sent).toHaveLength(2);
  });

  it('that was sent too often is refused with the reason', async () => {
    const served = showPagingSettings([unverified]);
    await contactRow('New phone');
    served.refusal = { status: 409, code: 'x', message: 'Too many messages were sent in a short time.' };
    await press('Send New Code');
    expect(await screen.findByText('Too many messages were sent in a short time.')).toBeInTheDocument();
  });
});

describe('a test', () => {
  it('is sent once by a double press, even if it was sent before the second', async () => {
    const served = showPagingSettings([phone, mail]);
    await contactRow('iPhone');
    const test = screen.getByRole('button', { name: 'Send Me a Test' });
    await userEvent.click(test);
    await waitFor(() => expect(served.sent).toHaveLength(1));
    await waitFor(() => expect(test).not.toHaveAttribute('data-loading'));
    await userEvent.click(test);
    await press('Try iPhone later');
    await waitFor(() => expect(served.sent.at(-1)).toContain('PUT'));
    expect(served.sent).toHaveLength(2);
  });

  it('shows each receipt as it comes', async () => {
    const served = showPagingSettings([phone, mail]);
    await contactRow('iPhone');
    await press('Send Me a Test');
    await waitFor(() => expect(served.sent).toEqual([['POST', '/contact-tests', '']]));
    for (const [state, reason, words] of [
      ['queued', null, 'Test: Queued, requested at 12:00pm Mar 4, 2026'],
      ['sent', null, 'Test: Sent, requested at 12:00pm Mar 4, 2026'],
      ['failed', 'invalid number', 'Test: Failed: invalid number, requested at 12:00pm Mar 4, 2026'],
    ] as const) {
      served.contacts = [{ ...phone, lastTest: { ...MESSAGE, state, reason } }, mail];
      markStale(['contacts'], 0);
      expect(await screen.findByText(words)).toBeInTheDocument();
    }
  });
});
