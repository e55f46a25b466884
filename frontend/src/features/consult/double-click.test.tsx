import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { refreshStale } from '@/api/live';
import { CONSULT_ID, dana, makePsychConsult } from '@/testing/make-consult';
import { mockEndpoint, onPhone, showConsult } from '@/testing/show-consult';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('a button that appears or moves under the pointer', () => {
  const acknowledged = { acknowledgedAt: '2024-03-05T14:02:00Z', acknowledgedBy: 1, acknowledgedByUser: dana };
  const before = makePsychConsult({ allowedActions: ['acknowledge', 'joinVidyo', 'cancel'] });
  const after = makePsychConsult({ ...acknowledged, allowedActions: ['joinVidyo', 'cancel'] });
  const isSettling = (button: Element) => button.closest('.wl-settling') !== null;

  it('ignores clicks for a moment after an action disappears, but not before', async () => {
    const { answer, queryClient } = showConsult(before);
    const cancel = await screen.findByRole('button', { name: 'Cancel Consult' });
    expect(isSettling(cancel)).toBe(false);
    await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
    expect(isSettling(cancel)).toBe(false);
    answer.consult = after;
    await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument());
    expect(isSettling(screen.getByRole('button', { name: 'Join Vidyo' }))).toBe(true);
  });

  it('ignores them in the open menu on a phone, too', async () => {
    onPhone();
    const { answer, queryClient } = showConsult(before);
    await press('Actions');
    const item = () => screen.findByRole('menuitem', { name: 'Join Vidyo', hidden: true });
    expect(isSettling(await item())).toBe(false);
    answer.consult = after;
    await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
    await waitFor(async () => expect(isSettling(await item())).toBe(true));
  });
});

describe('the second click of a double click', () => {
  it('does not join a call when Acknowledge disappears and the join button takes its place', async () => {
    const acknowledged = makePsychConsult({ allowedActions: ['joinChime'] });
    const sent = mockEndpoint('post', '/acknowledge', () => HttpResponse.json(acknowledged));
    const meeting = { consultId: null, joining: false, join: vi.fn(), show: vi.fn() };
    showConsult(makePsychConsult({ allowedActions: ['acknowledge', 'joinChime'] }), { meeting });
    const section = await screen.findByRole('region', { name: 'Consult' });
    await press('Acknowledge');
    // Also inert while the request is pending, because closing the menu on a phone uncovers something else.
    await waitFor(() => expect(section).toHaveClass('wl-settling'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument());
    expect(section).toHaveClass('wl-settling');
    expect(section).toContainElement(screen.getByRole('button', { name: 'Join Video Call' }));
    expect(sent).toHaveLength(1);
    expect(meeting.join).not.toHaveBeenCalled();
  });

  it('does not say twice that the user is on the phone, when the first answer comes before it', async () => {
    const sent = mockEndpoint('post', '/onThePhone', () => new HttpResponse(null, { status: 204 }));
    const { answer } = showConsult(makePsychConsult({ allowedActions: ['confirmOnThePhone'] }));
    answer.consult = makePsychConsult({ allowedActions: ['confirmOnThePhone'] });
    const button = await screen.findByRole('button', { name: 'I Am on the Phone With Them' });
    fireEvent.click(button);
    // In a toast, and for screen readers.
    await waitFor(() => expect(screen.getAllByText('Noted: you are on the phone with them.')).toHaveLength(2));
    fireEvent.click(button);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toHaveLength(1);
  });
});
