import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { staleAfter } from '@/api/events';
import { connectQueries, markStale } from '@/api/live';
import { renderFeature } from '@/testing/render-app';
import { refusal } from '@/testing/show-consult';
import { server } from '@/testing/server';
import { ada, hoursFrom, makeCoverRequest, makePlannedShift, makeShift, serveShifts } from '@/testing/shifts';

import { MyShifts } from './my-shifts';
import { OpenCoverRequests } from './open-cover-requests';

const live = { end: (): void => undefined };

afterEach(() => {
  live.end();
  vi.useRealTimers();
});

/** The user's page, live as in the application. */
function show() {
  const view = renderFeature(<MyShifts goOnCall={({ serviceLineName }) => <p>Go on call for {serviceLineName}</p>} />, {
    me: ada,
  });
  live.end = connectQueries(view.queryClient);
  return view;
}

const key = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
const onScreen = { ignore: '.wl-visually-hidden' };
const rows = async (week: string) =>
  within(await screen.findByRole('region', { name: week }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent);

it('shows the shift that runs with the way to go on call, and the next ones by week with their real length', async () => {
  serveShifts([makeShift(-2), makeShift(84), makeShift(132, { ...hoursFrom(131, 24) })]);
  show();
  const current = await screen.findByRole('region', {
    name: /^You are planned for Tele-Stroke, First call until 5:00pm/,
  });
  expect(current).toHaveTextContent('Go on call for Tele-Stroke');
  // On the night before March 8, clocks are set forward.
  expect(await rows('This Week')).toEqual([expect.stringMatching(/^Sat Mar 7 7:00pm .*to 8:00am .*12\sh$/)]);
  expect(await rows('Next Week')).toEqual([
    expect.stringMatching(/^Mon Mar 9 7:00pm .*to Tue Mar 10, 7:00pm .*24\sh$/),
  ]);
});

it('offers to go on call before it knows the requests', async () => {
  serveShifts([makeShift(-2), makeShift(24)]);
  server.use(http.get('*/api/cover-requests', () => delay('infinite')));
  show();
  expect(await screen.findByText(/^Go on call/)).toBeInTheDocument();
  expect(screen.getByText('Loading requests for cover')).toBeInTheDocument();
  expect(screen.queryByText('Next Shifts')).not.toBeInTheDocument();
});

it('offers to go on call half an hour before a shift begins', async () => {
  serveShifts([makeShift(0.5), makeShift(24)]);
  show();
  expect(await screen.findByRole('region', { name: /^From 7:30am you are planned/ })).toBeInTheDocument();
  expect(screen.getAllByText(/^Go on call/)).toHaveLength(1);
});

it('asks for cover of a whole shift in two presses, and says at the shift that it was asked', async () => {
  const served = serveShifts([makeShift(24)]);
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Ask for Cover, Thu Mar 5/ }));
  served.requests = [makeCoverRequest({ askedBy: ada, mayTake: false, mayWithdraw: true })];
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for Cover' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ask for Cover' }));
  const row = await screen.findByText('Asked for cover');
  expect(served.changes).toEqual([
    { call: 'POST /cover-requests', body: { scheduleId: 5, ...hoursFrom(24), swapFor: null }, key },
  ]);
  await waitFor(() => expect(row.closest('li'), 'in place of the button').toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: /^Withdraw/ }));
  expect(await screen.findByText('The request is withdrawn.', onScreen)).toBeInTheDocument();
  expect(served.changes.at(-1)?.call).toBe('DELETE /cover-requests/9');
});

it('asks for cover of a part on the clock of the schedule, and keeps the dialog with the reason if that is refused', async () => {
  const served = serveShifts([makeShift(24)]);
  served.refuses = () => refusal(409, { code: 'not_your_shift', message: 'You are not planned at that time.' });
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Ask for Cover/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for Cover' }));
  await userEvent.click(dialog.getByRole('switch', { name: 'Only part of it' }));
  const from = within(dialog.getByRole('group', { name: /^From/ })).getByRole('textbox', { name: 'Time (EST)' });
  expect(from).toHaveValue('07:00');
  await userEvent.clear(from);
  await userEvent.click(from);
  await userEvent.paste('9:30a');
  await userEvent.click(dialog.getByRole('button', { name: 'Ask for Cover' }));
  expect(await dialog.findByText('Nobody was asked.')).toBeInTheDocument();
  expect(dialog.getByText('You are not planned at that time.')).toBeInTheDocument();
  expect(served.changes).toMatchObject([
    { body: { startsAt: '2026-03-05T14:30:00.000Z', endsAt: '2026-03-06T00:00:00Z' } },
  ]);
  await userEvent.click(dialog.getByRole('switch', { name: 'Only part of it' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ask for Cover' }));
  await waitFor(() => expect(served.changes.at(1), 'the whole shift again').toMatchObject({ body: hoursFrom(24) }));
});

it('offers a swap for a shift of a colleague in the same call schedule while the user is free, in two presses', async () => {
  const served = serveShifts([makeShift(24)]);
  served.planned = [
    makePlannedShift(-4),
    makePlannedShift(24, { userId: ada.id }),
    makePlannedShift(30),
    makePlannedShift(48),
    makePlannedShift(72, { scheduleId: 6 }),
    makePlannedShift(96, { userId: ada.id }),
    makePlannedShift(102),
  ];
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Swap, Thu Mar 5/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Swap' }));
  const offers = await dialog.findAllByRole('button', { name: /^Ask to Swap/ });
  expect(offers.map((offer) => offer.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Ask to Swap, Grace Hopper, Fri Mar 6, 7:00am/),
  ]);
  await userEvent.click(offers[0]!);
  expect(await screen.findByText(/^Grace Hopper is asked/, onScreen)).toBeInTheDocument();
  expect(served.changes).toEqual([
    {
      call: 'POST /cover-requests',
      body: { scheduleId: 5, ...hoursFrom(24), swapFor: { userId: 72, ...hoursFrom(48) } },
      key,
    },
  ]);
});

it('names what is taken and given before a swap is taken', async () => {
  const { startsAt: returnStartsAt, endsAt: returnEndsAt } = hoursFrom(48);
  const elsewhere = makeShift(24, { serviceLineId: 3, serviceLineName: 'Acute Stroke', scheduleId: 8 });
  const swap = makeCoverRequest({ offeredTo: ada, returnStartsAt, returnEndsAt });
  const served = serveShifts([elsewhere, makeShift(48)], [swap]);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Take, Grace Hopper' }));
  const dialog = await screen.findByRole('dialog', { name: 'Swap With Grace Hopper?' });
  expect(dialog).toHaveTextContent(
    /You takeThu Mar 5, 7:00am.*You giveFri Mar 6, 7:00am.*You are also on call for Acute Stroke then\./,
  );
  expect(served.changes).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take' }));
  expect(await screen.findByText('You and Grace Hopper have swapped.', onScreen)).toBeInTheDocument();
  expect(served.changes).toEqual([{ call: 'POST /cover-requests/9/take', body: null, key }]);
});

it.each([
  [
    { code: 'cover_taken', takenBy: { id: 73, firstName: 'Alan', lastName: 'Turing' } },
    'Alan Turing has already taken this shift.',
  ],
  [{ code: 'cover_ended', message: 'This request for cover has ended.' }, 'This request for cover has ended.'],
])('says why a shift cannot be taken, and fetches the requests again: %j', async (why, said) => {
  const served = serveShifts([], [makeCoverRequest()]);
  served.refuses = () => refusal(409, why);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Take, Grace Hopper' }));
  served.requests = [];
  await userEvent.click(await screen.findByRole('button', { name: 'Take' }));
  expect(await screen.findByText(said, onScreen)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText('No shifts in the next 90 days')).toBeInTheDocument();
});

it('keeps the question open after a failure, and sends the same again', async () => {
  const served = serveShifts([], [makeCoverRequest()]);
  served.refuses = () => new HttpResponse(null, { status: 418 });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Take, Grace Hopper' }));
  const take = await screen.findByRole('button', { name: 'Take' });
  await userEvent.click(take);
  expect(await screen.findByText('The shift was not taken.')).toBeInTheDocument();
  served.refuses = null;
  await userEvent.click(take);
  expect(await screen.findByText(/^You have taken the shift/, onScreen)).toBeInTheDocument();
  const [first, second] = served.changes;
  expect(second).toEqual(first);
});

it('takes back what was agreed after saying what each has again', async () => {
  const agreed = { ending: 'taken', mayTake: false, mayUndo: true } as const;
  const served = serveShifts([makeShift(24)], [makeCoverRequest({ ...agreed, takenBy: ada })]);
  show();
  expect(await screen.findByRole('button', { name: /^Ask for Cover/ }), 'to give it on').toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Give Back' }));
  expect(screen.getByRole('heading', { name: 'You cover for Grace Hopper', hidden: true })).toBeInTheDocument();
  const dialog = await screen.findByRole('dialog', { name: 'Give Back?' });
  expect(dialog).toHaveTextContent(/You giveThu Mar 5, 7:00am/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give Back' }));
  expect(await screen.findByText(/Grace Hopper is told/, onScreen)).toBeInTheDocument();
  expect(served.changes.map(({ call }) => call)).toEqual(['DELETE /cover-requests/9']);
});

it('shows at once what changes in the plan', async () => {
  const served = serveShifts([]);
  show();
  expect(await screen.findByText('No shifts in the next 90 days')).toBeInTheDocument();
  served.shifts = [makeShift(24)];
  markStale(staleAfter['call-schedule:changed']({ serviceLineId: 2 }), 0);
  expect(await screen.findByText('Thu Mar 5')).toBeInTheDocument();
});

it('says what could not be loaded, and shows the shifts without the requests', async () => {
  serveShifts([makeShift(24)]);
  server.use(http.get('*/api/cover-requests', () => new HttpResponse(null, { status: 418 }), { once: true }));
  show();
  expect(await screen.findByText('Failed to load requests for cover')).toBeInTheDocument();
  expect(screen.getByText('Thu Mar 5')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Failed to load requests for cover')).not.toBeInTheDocument());
});

it('lets planners see who asks whom on a line, and withdraw it', async () => {
  const planned = { mayTake: false, mayWithdraw: true };
  const { startsAt: returnStartsAt, endsAt: returnEndsAt } = hoursFrom(48);
  const served = serveShifts(
    [],
    [
      makeCoverRequest({ ...planned, offeredTo: ada, returnStartsAt, returnEndsAt }),
      makeCoverRequest({ ...planned, id: 10, serviceLineId: 3 }),
      makeCoverRequest({ id: 11, ending: 'taken', takenBy: ada, mayTake: false, mayUndo: true }),
    ],
  );
  const view = renderFeature(<OpenCoverRequests serviceLineId={2} />);
  live.end = connectQueries(view.queryClient);
  const request = await screen.findByRole('listitem');
  expect(request).toHaveTextContent(/^Grace Hopper asks Ada Lovelace to swapThu Mar 5, 7:00am.* for Fri Mar 6, 7:00am/);
  served.requests = [];
  await userEvent.click(within(request).getByRole('button', { name: /^Withdraw/ }));
  expect(await screen.findByText('Nobody is asking for cover.')).toBeInTheDocument();
  expect(served.changes.map(({ call }) => call)).toEqual(['DELETE /cover-requests/9']);
});
