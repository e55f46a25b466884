import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { GuestName, GuestRead } from '@/api/generated/types.gen';
import { fakeDevices, overrideProperty } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { ana, makeGuest, refusal } from '@/testing/guests';
import { about, attendance, joined, serveMeeting } from '@/testing/meeting';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { endCall, joinCall } from '../call';
import { CallOverlay } from '../call-overlay';

const GUESTS = `*/api/meeting/${joined.meeting.meetingId}/guests`;
const { name: NAME } = ana;

/** The guests whom the server knows, and what was sent about them. */
let guests: GuestRead[];
let sent: string[];
let answer: () => Response;

beforeEach(() => {
  guests = [];
  sent = [];
  answer = () => HttpResponse.json(makeGuest({ state: 'admitted' }));
  server.use(
    http.get(GUESTS, () => HttpResponse.json(guests)),
    http.post(GUESTS, async ({ request }) => {
      sent.push(`invite ${JSON.stringify(await request.json())}`);
      guests = [makeGuest()];
      return HttpResponse.json({ guest: guests[0], link: '/guest#secret' }, { status: 201 });
    }),
    http.put(`${GUESTS}/:id`, async ({ request, params }) => {
      sent.push(`answer ${String(params.id)} ${JSON.stringify(await request.json())}`);
      return answer();
    }),
    http.delete(`${GUESTS}/:id`, ({ params }) => {
      sent.push(`remove ${String(params.id)}`);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

/** The requests about the meeting itself. */
let aboutMeeting: readonly string[];

afterEach(async () => {
  endCall();
  await waitFor(() => expect(aboutMeeting.at(-1)).toMatch(/^delete/));
});

/** The call of this window, in which these guests ask to join. */
async function show(knocking: readonly GuestName[] = []) {
  const served = serveMeeting();
  aboutMeeting = served.requests;
  fakeDevices();
  fakePeers();
  served.responses.attend = () => HttpResponse.json({ ...attendance(), knocking });
  renderFeature(<CallOverlay onSettings={() => undefined} toConsult={() => null} />);
  await joinCall(about);
  return { ...served, whoKnocks: (next: readonly GuestName[]) => (knocking = next) };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function openDialog() {
  await show();
  await press('More');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Invite Guest' }));
  return within(await screen.findByRole('dialog', { name: 'Invite Guest' }));
}

describe('a guest who asks to join', () => {
  it('is announced in the call, and let in by a press', async () => {
    const { whoKnocks } = await show([ana]);
    expect(await screen.findByRole('alert')).toHaveTextContent('Ana Ruiz (interpreter) asks to join');
    whoKnocks([]);
    await press(`Let In ${NAME}`);
    await waitFor(() => expect(screen.queryByText(/asks to join/)).not.toBeInTheDocument());
    expect(sent).toEqual(['answer guest-ana {"admit":true}']);
  });

  it('can be declined after a question, and whoever is too late is told', async () => {
    await show([ana]);
    answer = () => refusal(409, 'guest_answered');
    await press(`Decline ${NAME}`);
    expect(sent).toEqual([]);
    const question = within(await screen.findByRole('dialog', { name: `Decline ${NAME}?` }));
    await userEvent.click(question.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Refused.')).toBeInTheDocument();
    expect(sent).toEqual(['answer guest-ana {"admit":false}']);
  });
});

describe('the dialog for guests', () => {
  it('creates a link for a named guest, to be copied, and lists the guest', async () => {
    const dialog = await openDialog();
    const create = dialog.getByRole('button', { name: 'Create Link' });
    expect(create).toBeDisabled();
    await pasteInto(dialog.getByLabelText(/Guest’s Name/), ` ${NAME} `);
    await userEvent.selectOptions(dialog.getByLabelText('Joins as'), 'Family');
    await userEvent.click(create);
    expect(await dialog.findByLabelText(/Link for Ana Ruiz/)).toHaveValue(`${window.location.origin}/guest#secret`);
    expect(sent).toEqual([`invite {"name":"${NAME}","kind":"family"}`]);
    const writeText = vi.fn(() => Promise.resolve());
    overrideProperty(navigator, 'clipboard', { writeText });
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await dialog.findByText('The link was copied.')).toBeInTheDocument();
    const [, inside] = decodeURIComponent(dialog.getByRole('link', { name: 'E-mail' }).getAttribute('href')!).split(
      'body=',
    );
    expect(inside).toBe(
      `You are invited to a video call. This link opens once, within 30 minutes: ${window.location.origin}/guest#secret`,
    );
    expect(dialog.getByRole('link', { name: 'Text Message' })).toHaveAttribute(
      'href',
      `sms:?&body=${encodeURIComponent(inside!)}`,
    );
    expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/guest#secret`);
    expect(await dialog.findByRole('listitem')).toHaveTextContent('Ana Ruiz (interpreter)Invited');
    await userEvent.click(dialog.getByRole('button', { name: 'Invite Another Guest' }));
    expect(dialog.getByLabelText(/Guest’s Name/)).toHaveValue('');
  });

  it('says why nobody was invited', async () => {
    server.use(http.post(GUESTS, () => refusal(409, 'too_many_guests')));
    const dialog = await openDialog();
    await pasteInto(dialog.getByLabelText(/Guest’s Name/), NAME);
    await userEvent.click(dialog.getByRole('button', { name: 'Create Link' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Nobody was invited.');
  });

  it.each([
    ['invited', {}, 'Invited', [`Cancel Invitation of ${NAME}`]],
    ['invited', { opensUntil: '2020-01-01T00:00:00Z' }, 'Link Expired', []],
    [
      'invited',
      { isOpened: true, opensUntil: '2020-01-01T00:00:00Z' },
      'Link Opened',
      [`Cancel Invitation of ${NAME}`],
    ],
    ['waiting', {}, 'Asks to Join', ['Let In', `Decline ${NAME}`]],
    ['admitted', {}, 'Let In', [`Remove ${NAME}`]],
    ['left', {}, 'Left', [`Remove ${NAME}`]],
    ['refused', {}, 'Declined', []],
    ['ended', {}, 'Ended', []],
  ] as const)('shows a guest who is %s, with what can be done (%j)', async (state, change, words, buttons) => {
    guests = [makeGuest({ state, ...change })];
    const dialog = await openDialog();
    const item = await dialog.findByRole('listitem');
    expect(within(item).getByText(words)).toBeInTheDocument();
    const labels = within(item)
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(labels).toEqual(buttons);
  });

  it('removes a guest from the call after a question', async () => {
    guests = [makeGuest({ state: 'admitted' })];
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole('button', { name: `Remove ${NAME}` }));
    const question = within(await screen.findByRole('dialog', { name: `Remove ${NAME}?` }));
    expect(sent).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent).toEqual(['remove guest-ana']));
  });
});
