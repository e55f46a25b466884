import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import type { PersonSeen } from '@/api/generated/types.gen';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { ViewAs } from './view-as';

const MINUTES = 60_000;
const VIEW_ID = '11111111-2222-4333-8444-555555555555';
const person = { id: 7, username: 'maya', firstName: 'Maya', lastName: 'Lark' };

const seen: Omit<PersonSeen, 'expiresAt'> = {
  id: VIEW_ID,
  person,
  active: true,
  worksElsewhere: false,
  permissions: [
    {
      action: 'List',
      subject: 'Consult',
      label: 'List consults',
      allows: 'Use the list.',
      group: 'reach',
      roles: ['Bedside Provider'],
    },
  ],
  organizations: ['Lakeshore Health'],
  units: [],
  lines: [
    {
      id: 5,
      name: 'Tele-Stroke',
      isOnCall: true,
      mayGoOnCall: true,
      mayRequest: false,
      waiting: 2,
      inProgress: 1,
      kinds: [{ state: 'new', actions: ['acknowledge', 'comment'] }],
    },
  ],
};

let ended: string[] = [];

beforeEach(() => {
  ended = [];
  const expiresAt = new Date(Date.now() + 15 * MINUTES).toISOString();
  server.use(
    http.post('*/api/people/7/views', () => HttpResponse.json({ id: VIEW_ID, person, expiresAt }, { status: 201 })),
    http.get('*/api/person-views/:id', () => HttpResponse.json({ ...seen, expiresAt })),
    http.delete('*/api/person-views/:id', ({ params }) => {
      ended.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const show = () =>
  renderFeature(<ViewAs name="Maya Lark" personId={7} pagesOf={(who) => [`${who.rbacPermissions.length} page`]} />);

async function start() {
  const view = show();
  await userEvent.click(screen.getByText('Start'));
  await screen.findByText('You see Wardline as Maya Lark.');
  return view;
}

it('shows what the person sees below a bar that says so, until it is ended', async () => {
  await start();
  expect(await screen.findByText('Within their reach now: 2 waiting, 1 in progress.')).toBeInTheDocument();
  expect(screen.getByText('Open it, Acknowledge, Add Comment')).toBeInTheDocument();
  expect(screen.getByText('1 page')).toBeInTheDocument();
  expect(screen.getByText('Use the list. By Bedside Provider.')).toBeInTheDocument();
  await userEvent.click(screen.getByText('End View'));
  expect(screen.getByText('The view has ended.')).toBeInTheDocument();
  expect(screen.queryByText('Tele-Stroke')).not.toBeInTheDocument();
  await waitFor(() => expect(ended).toEqual([VIEW_ID]));
});

it('ends when the page is left, and when its time is over', async () => {
  const { unmount } = await start();
  unmount();
  await waitFor(() => expect(ended).toEqual([VIEW_ID]));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await start();
  await act(() => vi.advanceTimersByTimeAsync(15 * MINUTES));
  vi.useRealTimers();
  expect(screen.getByText('The view has ended.')).toBeInTheDocument();
  await waitFor(() => expect(ended).toEqual([VIEW_ID, VIEW_ID]));
});

it('ends with the rights of the administrator', async () => {
  server.use(http.get('*/api/person-views/:id', () => HttpResponse.json({ code: 'forbidden' }, { status: 403 })));
  show();
  await userEvent.click(screen.getByText('Start'));
  expect(await screen.findByText('The view has ended.')).toBeInTheDocument();
  await waitFor(() => expect(ended).toEqual([VIEW_ID]));
});

it('offers to end another view first', async () => {
  const message = 'You already see Wardline as Noah Tamarind. End that view first.';
  let starts = 0;
  server.use(
    http.post('*/api/people/7/views', () =>
      (starts += 1) === 1
        ? HttpResponse.json({ code: 'view_open', message, errors: [], viewId: 'other' }, { status: 409 })
        : HttpResponse.json({ id: VIEW_ID, person, expiresAt: new Date(Date.now() + MINUTES) }, { status: 201 }),
    ),
  );
  const { unmount } = show();
  await userEvent.click(screen.getByText('Start'));
  expect(await screen.findByText(message)).toBeInTheDocument();
  await userEvent.click(screen.getByText('End That View and Start'));
  expect(await screen.findByText('You see Wardline as Maya Lark.')).toBeInTheDocument();
  unmount();
  await waitFor(() => expect(ended).toEqual(['other', VIEW_ID]));
});
