import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { connectQueries, markStale } from '@/api/live';
import type { OpenWork } from '@/api/generated/types.gen';
import { session } from '@/session/state';
import { makeMe } from '@/testing/me';
import { makeLineLeft, makeOpenConsult, makeSuccessor, makeUnsignedNote, serveOpenWork } from '@/testing/open-work';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { speedUpTimers } from '@/testing/speed-up-timers';

import { LogoutDialog } from '../logout-dialog';
import { OffCallDialog } from '../off-call-dialog';
import { useDutyChange } from '../queries';
import type { WaysOut } from './handoff';

const ada = makeSuccessor();
const grace = makeSuccessor({ id: 72, firstName: 'Grace', lastName: 'Hopper', primary: false });
const marsh = makeOpenConsult({ successors: [ada, grace] });
const quill = makeOpenConsult({
  id: 'c0ffee00-0000-4000-8000-000000000002',
  patient: { ...marsh.patient, nameGiven: 'Ona', nameFamily: 'Quill' },
});
const responsible = { id: 9, username: 'noor', firstName: 'Noor', lastName: 'Granite' };
const me = makeMe({ id: 5, isVirtual: true, checkedInLineIds: [2] });

const onClose = vi.fn();
const openNote = vi.fn();
/** What completing a consult calls when it ends; null while none is being completed. */
let completion: { consultId: string; onEnd: (done?: string) => void } | null;
const waysOut: WaysOut = {
  openNote,
  completion: (consultId, onEnd) => {
    completion = consultId === null ? null : { consultId, onEnd };
    return null;
  },
};

beforeEach(() => {
  onClose.mockClear();
  openNote.mockClear();
});

function OffCall() {
  return <OffCallDialog waiting={0} change={useDutyChange()} waysOut={waysOut} onClose={onClose} />;
}

/** Opens the dialog; `sent` are the calls that change something, in order. */
function open(work: Partial<OpenWork>, dialog = <OffCall />) {
  const sent: { call: string; key: string | null; body: unknown }[] = [];
  const served = Object.assign(serveOpenWork(work), {
    handOver: () => new HttpResponse(null, { status: 204 }) as Response,
  });
  const record = async (call: string, request: Request) => {
    const body: unknown = await request.json().catch(() => null);
    sent.push({ call, key: request.headers.get('Idempotency-Key'), body });
  };
  server.use(
    http.get('*/api/me', () => HttpResponse.json(me)),
    http.post('*/api/consults/:id/hand-over', async ({ params, request }) => {
      await record(String(params.id), request);
      return served.handOver();
    }),
    http.post('*/api/checkout', async ({ request }) => {
      await record('checkout', request);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  onTestFinished(connectQueries(renderFeature(dialog, { me }).queryClient));
  return { served, sent, calls: () => sent.map(({ call }) => call), user: userEvent.setup() };
}

const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Your open consults' });
  return within(list)
    .getAllByRole('listitem')
    .map((row) => within(row));
};
const leave = () => screen.getByRole('button', { name: /^Go Off Call/ });

it('hands each consult to whom the user chooses, the most suitable first, and then goes off call', async () => {
  const { sent, user } = open({ consults: [marsh, quill] });
  const [first, second] = await rows();
  expect(first?.getByText(/^Tele-Stroke, Harbor General 4 West, acknowledged/)).toBeInTheDocument();
  expect(second?.getByText('Nobody else is on call for Tele-Stroke, so this stays yours.')).toBeInTheDocument();
  const choice = within(screen.getByRole('group', { name: 'What happens to Marsh, Rosa' }));
  await user.click(choice.getByRole('radio', { name: 'Hand Over' }));
  const to = choice.getByRole('combobox', { name: 'To' });
  expect(to).toHaveDisplayValue(/^Ada Lovelace, on call since/);
  await user.selectOptions(to, choice.getByRole('option', { name: /^Grace Hopper.*escalation only/ }));
  await user.click(leave());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { call: marsh.id, key: expect.stringMatching(/^[0-9a-f]{32}$/) as string, body: { userId: 72, responsibleId: 5 } },
    { call: 'checkout', key: expect.stringMatching(/^[0-9a-f]{32}$/) as string, body: null },
  ]);
  expect(first?.getByRole('status')).toHaveTextContent('Handed over to Grace Hopper.');
});

it('asks for a decision wherever there is one, and leaves what the user leaves', async () => {
  const { calls, user } = open({ consults: [quill, marsh] });
  const [, second] = await rows();
  await user.click(leave());
  expect(second?.getByRole('status')).toHaveTextContent('Hand this over, or leave it.');
  expect(second?.getByRole('radio', { name: 'Hand Over' })).toHaveFocus();
  expect(calls()).toEqual([]);
  await user.click(second?.getByRole('radio', { name: 'Leave' }) ?? leave());
  expect(second?.getByRole('status')).toBeEmptyDOMElement();
  await user.click(leave());
  await waitFor(() => expect(calls()).toEqual(['checkout']));
});

it('hands many over at once to someone who can take over all of them, unless one is decided otherwise', async () => {
  const third = { ...marsh, id: 'c0ffee00-0000-4000-8000-000000000003', successors: [ada] };
  const { sent, calls, user } = open({ consults: [marsh, { ...quill, successors: [grace, ada] }, third] });
  await rows();
  const all = within(screen.getByRole('group', { name: 'All of Them' }));
  await user.click(all.getByRole('radio', { name: 'Hand Over' }));
  expect(all.getByRole('combobox').children).toHaveLength(1);
  await user.click(within(screen.getByRole('group', { name: /Quill/ })).getByRole('radio', { name: 'Leave' }));
  expect(all.queryByRole('radio', { checked: true })).not.toBeInTheDocument();
  await user.click(leave());
  await waitFor(() => expect(calls().at(-1)).toBe('checkout'));
  const body = { userId: 71, responsibleId: 5 };
  expect(sent.slice(0, -1)).toMatchObject([marsh, third].map(({ id }) => ({ call: id, body })));
});

it('says who is responsible by now if the user is not, and goes off call with the next press only', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { served, calls, user } = open({ consults: [marsh, { ...quill, successors: [ada] }] });
  served.handOver = () => {
    served.handOver = () => new HttpResponse(null, { status: 204 });
    return HttpResponse.json({ code: 'responsible_changed', responsible }, { status: 409 });
  };
  const [row, other] = await rows();
  for (const radio of screen.getAllByRole('radio', { name: 'Hand Over' })) await user.click(radio);
  await user.click(leave());
  await waitFor(() =>
    expect(row?.getByRole('status')).toHaveTextContent('Noor Granite is responsible for this consult now.'),
  );
  expect(row?.queryByRole('radio')).not.toBeInTheDocument();
  await waitFor(() => expect(other?.getByRole('status')).toHaveTextContent('Handed over to Ada Lovelace.'));
  await waitFor(() => expect(leave()).toBeEnabled());
  expect(calls()).toEqual([marsh.id, quill.id]);
  await user.click(leave());
  await waitFor(() => expect(calls()).toEqual([marsh.id, quill.id, 'checkout']));
});

it('repeats the same hand-over if it is unknown whether it was carried out, and stays on call until then', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  speedUpTimers();
  const { served, sent, calls, user } = open({ consults: [marsh] });
  served.handOver = () => HttpResponse.json({ code: 'internal', message: 'Something went wrong.' }, { status: 500 });
  const [row] = await rows();
  await user.click(screen.getByRole('radio', { name: 'Hand Over' }));
  await user.click(leave());
  const said = 'This may not have been handed over. Something went wrong. It is safe to press Go Off Call again.';
  await waitFor(() => expect(row?.getByRole('status')).toHaveTextContent(said), { timeout: 5_000 });
  expect(calls()).not.toContain('checkout');
  served.handOver = () => new HttpResponse(null, { status: 204 });
  await user.click(leave());
  await waitFor(() => expect(calls().at(-1)).toBe('checkout'));
  expect(new Set(sent.filter(({ call }) => call === marsh.id).map(({ key }) => key)).size).toBe(1);
});

it('says at its row that a consult was taken by someone else, or that the chosen colleague has gone off call', async () => {
  const { served, user } = open({ consults: [marsh, quill] });
  const [first, second] = await rows();
  await user.click(screen.getByRole('radio', { name: 'Hand Over' }));
  served.work = { ...served.work, consults: [{ ...marsh, successors: [grace] }] };
  markStale([`consult/${quill.id}`], 0);
  await waitFor(() => expect(second?.getByRole('status')).toHaveTextContent(/^This is not yours anymore/));
  expect(second?.queryByRole('button')).not.toBeInTheDocument();
  expect(first?.getByRole('status')).toHaveTextContent('Whoever you chose is not on call for this line anymore.');
  expect(screen.getByRole('radio', { name: 'Hand Over' })).not.toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Hand Over' }));
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveDisplayValue(/^Grace Hopper/);
});

it('completes a consult without leaving the dialog, which Escape does not close meanwhile', async () => {
  const { served, calls, user } = open({ consults: [marsh] });
  const [row] = await rows();
  await user.click(screen.getByRole('button', { name: 'Complete Marsh, Rosa' }));
  expect(completion?.consultId).toBe(marsh.id);
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  served.work = { ...served.work, consults: [] };
  completion?.onEnd('Consult completed.');
  await waitFor(() => expect(row?.getByRole('status')).toHaveTextContent('Consult completed.'));
  expect(completion).toBeNull();
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveFocus());
  await user.click(leave());
  await waitFor(() => expect(calls()).toEqual(['checkout']));
});

it('lists notes that are not signed, to be continued as long as the user is on call', async () => {
  const note = makeUnsignedNote();
  const notes = [note, makeUnsignedNote({ id: quill.id, patient: quill.patient, mayContinue: false })];
  const { user } = open({ unsignedNotes: notes });
  const list = within(await screen.findByRole('list', { name: 'Your unsigned notes' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await user.click(list.getByRole('button', { name: 'Continue the note of Marsh, Rosa' }));
  expect(openNote.mock.calls).toEqual([[note.id]]);
  expect(list.queryByRole('button', { name: /Quill/ })).not.toBeInTheDocument();
});

it('tells the last one on call for an open line what going means, and asks for it in the button', async () => {
  const told = ['Luis Cedarwood', 'Ruth Hornbeam', 'Ana Birch', 'Eli Ash', 'Ida Rowan'];
  const lines = [makeLineLeft({ waiting: 2, told }), makeLineLeft({ serviceLineId: 3, serviceLineName: 'Tele-ICU' })];
  const { calls, user } = open({ lastOnCall: lines });
  const banner = (await screen.findByText(/^You are the last one on call for Tele-Stroke\./)).closest('[role=status]');
  expect(banner).toHaveTextContent(
    '2 requests wait. Luis Cedarwood, Ruth Hornbeam, Ana Birch, and 2 more will be told.',
  );
  expect(banner).toHaveTextContent(/Tele-ICU\..*Nobody else answers for it, so that nobody will be told\.$/);
  await user.click(screen.getByRole('button', { name: 'Go Off Call Anyway' }));
  await waitFor(() => expect(calls()).toEqual(['checkout']));
});

it('lets the user go once it is known what they leave, or that it cannot be known', async () => {
  const { served, user } = open({});
  served.respond = () => HttpResponse.error();
  expect(screen.getByText('Checking what is still open')).toBeInTheDocument();
  expect(leave()).toBeDisabled();
  expect(await screen.findByText('Your open work could not be read.')).toBeInTheDocument();
  expect(leave()).toBeEnabled();
  served.respond = () => HttpResponse.json({ ...served.work, consults: [marsh] });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await rows()).toHaveLength(1);
});

it('[CALL-19] asks the same at logout, before anything else happens', async () => {
  const logout = <LogoutDialog me={me} inCall={false} waiting={0} waysOut={waysOut} onClose={onClose} />;
  const { calls, user } = open({ consults: [marsh], lastOnCall: [makeLineLeft()] }, logout);
  // Nobody is signed in, so that nothing is left to end once the check-out is over.
  session.setState(null, true);
  const [row] = await rows();
  expect(screen.getByText(/^You are the last one/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(row?.getByRole('status')).toHaveTextContent('Hand this over, or leave it.');
  expect(calls()).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Hand Over' }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(row?.getByRole('status')).toHaveTextContent('Handed over to Ada Lovelace.'));
  await waitFor(() => expect(calls()).toEqual([marsh.id, 'checkout']));
});
