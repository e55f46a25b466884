import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';

import { staleAfter, type Topic } from '@/api/events';
import { connectQueries, markStale } from '@/api/live';
import { connection } from '@/api/socket';
import { formatCardTime } from '@/shared/lib/dates';
import { makeLineCoverage, makePersonCovering, serveCoverage } from '@/testing/coverage';
import { grace } from '@/testing/on-call-now';
import { renderFeature } from '@/testing/render-app';

import { CoverageBoard } from './coverage-board';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();

const stroke = makeLineCoverage();
const psych = makeLineCoverage({ serviceLineId: 3, name: 'Tele-Psych', status: 'nobody', people: [] });

function showBoard(lines = [psych, stroke]) {
  const served = serveCoverage(lines);
  const { queryClient } = renderFeature(<CoverageBoard />);
  onTestFinished(connectQueries(queryClient));
  return served;
}

const row = (name: string) => screen.findByRole('listitem', { name });
const about = { consultId: 'c', serviceLineId: 3, organizationId: 1, locationId: 1, actorId: 9 };
const requested = staleAfter['consult:created'](about);
const answered = staleAfter['consult:updated-state'](about);
const dutyChanged = staleAfter['on-call:changed'](about);
const happens = (topics: readonly Topic[]) => act(() => markStale(topics, 0));

it('shows for each line its sign, who is on call and what waits, in the order of the server', async () => {
  showBoard([
    { ...psych, requests: { waiting: 2, waitingSince: minutesAgo(75), overdue: 1, inProgress: 1 } },
    {
      ...stroke,
      people: [makePersonCovering(), makePersonCovering({ ...grace, primary: false })],
      requests: { waiting: 1, waitingSince: minutesAgo(4), overdue: 0, inProgress: 0 },
    },
    makeLineCoverage({ serviceLineId: 9, name: 'Tele-COVID', status: 'screenOnly' }),
  ]);
  expect(await row('Tele-Psych')).toHaveTextContent(
    /Nobody on Call.*2 waiting, oldest 1 h 15 min 1 over the limit1 in progress$/,
  );
  const covered = await row('Tele-Stroke');
  expect(covered).toHaveTextContent(/Open 24\/7Covered.*1 waiting for 4 min0 in progress$/);
  const people = within(covered)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(people).toEqual([
    expect.stringMatching(/^Ada Lovelace Virtual, since /),
    expect.stringMatching(/^Grace Hopper Virtual, since .*Escalation Only$/),
  ]);
  expect(await row('Tele-COVID')).toHaveTextContent(/On Screen Only.*Told of a request only on an open screen\./);
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Tele-Psych', 'Tele-Stroke', 'Tele-COVID']);
  expect(screen.getByText(/^1 open line has nobody on call\. 3 requests are waiting/)).toBeInTheDocument();
});

it('says who is expected and missing, who comes next, and to planners when nobody is planned', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const gap = { primary: true, startsAt: at(1), endsAt: at(2) };
  const ada = { name: 'Ada Lovelace', phoneNumber: '(555) 010-0142', callScheduleId: null };
  showBoard([
    { ...psych, plan: { missing: [ada], nextHandOver: { at: at(1), people: [] }, gaps: [gap, gap] } },
    {
      ...stroke,
      plan: {
        missing: [{ ...ada, phoneNumber: null }],
        nextHandOver: { at: at(1), people: ['Grace Hopper'] },
        gaps: null,
      },
    },
  ]);
  const uncovered = await row('Tele-Psych');
  expect(uncovered).toHaveTextContent(/Expected, not on call: Ada Lovelace.*Nobody planned from /);
  expect(uncovered).toHaveTextContent(/2 gaps this week, the first from .* to /);
  expect(await row('Tele-Stroke')).toHaveTextContent(/Next: Grace Hopper, /);
  expect(await row('Tele-Stroke')).not.toHaveTextContent(/gap/);
  expect(within(uncovered).getByRole('link', { name: '(555) 010-0142' })).toHaveAttribute('href', 'tel:+15550100142');
  expect(within(await row('Tele-Stroke')).queryByRole('link')).not.toBeInTheDocument();
});

it('tells planners how people would be reached, and what is wrong', async () => {
  const reached = (channels: ('push' | 'text')[], minutes: number) => ({ channels, lastHeardAt: minutesAgo(minutes) });
  showBoard([
    {
      ...stroke,
      people: [
        makePersonCovering({ reachability: reached(['push', 'text'], 12) }),
        makePersonCovering({ ...grace, reachability: reached([], 130) }),
      ],
    },
  ]);
  const people = within(await row('Tele-Stroke')).getAllByRole('listitem');
  expect(people[0]).toHaveTextContent(/Reached by notification, text messageLast heard of 12 min ago$/);
  expect(people[1]).toHaveTextContent(/No verified contactLast heard of 2 h 10 min ago$/);
  const toneOf = (text: RegExp) => screen.getByText(text).closest('[data-tone]')?.getAttribute('data-tone');
  expect([toneOf(/12 min ago$/), toneOf(/2 h 10 min ago$/), toneOf(/^No verified/)]).toEqual([
    undefined,
    'warning',
    'danger',
  ]);
});

it('follows what happens, and announces politely only what somebody should hear of', async () => {
  const served = showBoard();
  await row('Tele-Psych');
  const said = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');
  expect(said()).toBe('');
  const waiting = (count: number) => ({ waiting: count, waitingSince: minutesAgo(1), overdue: 0, inProgress: 0 });
  const covered = { ...psych, status: 'covered', people: stroke.people } as const;
  served.lines = [{ ...stroke, requests: waiting(1) }, covered];
  happens(requested);
  await vi.waitFor(() => expect(said()).toBe('Tele-Stroke: 1 request waiting. Tele-Psych: Covered.'));
  served.lines = [{ ...stroke, requests: waiting(2) }, covered];
  happens(answered);
  expect(await screen.findByText(/2 requests are waiting/)).toBeInTheDocument();
  expect(said()).toBe('Tele-Stroke: 1 request waiting. Tele-Psych: Covered.');
  expect(served.requests).toBe(3);
});

it('says since when it is not up to date, and keeps what it shows', async () => {
  const served = showBoard();
  await row('Tele-Psych');
  const lostSince = Date.now() - 3_600_000;
  act(() => connection.setState({ status: 'lost', lostSince }));
  onTestFinished(() => connection.setState({ status: 'off', lostSince: null }));
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(
    `Not up to date. This is how it was at ${formatCardTime(lostSince)}.`,
  );
  expect(screen.queryByText(/nobody on call\./)).not.toBeInTheDocument();
  act(() => connection.setState({ status: 'connected', lostSince: null }));
  expect(screen.getByText(/^1 open line has nobody on call\./)).toBeInTheDocument();
  served.isDown = true;
  happens(dutyChanged);
  expect(await screen.findByText(/^Not up to date/)).toBeInTheDocument();
  expect(await row('Tele-Psych')).toBeInTheDocument();
});

it('offers to try again if it cannot be loaded, and says why there may be no line', async () => {
  const served = showBoard([]);
  served.isDown = true;
  expect(await screen.findByText('Failed to load the coverage')).toBeInTheDocument();
  served.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No service lines')).toBeInTheDocument();
});
