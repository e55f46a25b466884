import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { connectQueries } from '@/api/live';
import { connectLive, untilDelivered } from '@/testing/live-server';
import { ada, grace, makePersonOnCall, serveOnCallNow } from '@/testing/on-call-now';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { OnCallNotice, OnCallNow } from './on-call-now';

const stroke = { id: 2, name: 'Tele-Stroke' };
const NOBODY = 'Nobody is on call for Tele-Stroke right now.';
const crowd = Array.from({ length: 12 }, (_, index) => makePersonOnCall({ id: index, firstName: `No. ${index}` }));

it.each([
  ['the only person', [ada], 'On call now: Ada Lovelace, Virtual'],
  [
    'several, and who is told only of escalations',
    [ada, { ...grace, primary: false }],
    'On call now: Ada Lovelace, Virtual; Grace Hopper, Virtual (escalation only)',
  ],
  ['that nobody is', [], 'Nobody is on call right now. The backup number will be called within five minutes.'],
  [
    'as many as fit, and how many more there are',
    [ada, grace, ...crowd],
    'On call now: Ada Lovelace, Virtual; Grace Hopper, Virtual; +12 more',
  ],
])('names %s', async (_what, people, text) => {
  serveOnCallNow({ 2: people, 3: [grace] });
  const { container } = renderFeature(<OnCallNow line={stroke} named={2} />);
  await waitFor(() => expect(container.querySelector('[class]')).toHaveTextContent(text));
});

it('counts those whom the server did not name', async () => {
  serveOnCallNow({ 2: crowd });
  renderFeature(<OnCallNotice line={stroke} />);
  expect(await screen.findByText(/No\. 9 Lovelace, Virtual; \+2 more$/)).toBeInTheDocument();
});

it('follows each change, and announces that the line no longer has anyone on call', async () => {
  const served = serveOnCallNow({ 2: [ada] });
  const live = await connectLive();
  const { queryClient } = renderFeature(<OnCallNotice line={stroke} />);
  const disconnect = connectQueries(queryClient);
  await screen.findByText('Ada Lovelace, Virtual');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  const before = served.requests;
  served.people = { 2: [] };
  const delivered = untilDelivered();
  await live.sendTogether(Array.from({ length: 5 }, () => ['on-call:changed', { serviceLineId: 2 }] as const));
  await delivered;
  expect(await screen.findByRole('status')).toHaveTextContent(NOBODY);
  expect(served.requests, 'several changes at once are one request').toBe(before + 1);
  served.people = { 2: [grace] };
  await live.send('on-call:changed', { serviceLineId: 2 });
  expect(await screen.findByText('Grace Hopper, Virtual')).toBeInTheDocument();
  disconnect();
  live.close();
});

it('claims nothing that it does not know', async () => {
  server.use(http.get('*/api/on-call', () => delay('infinite')));
  const first = renderFeature(<OnCallNotice line={stroke} />);
  expect(screen.getByText('Checking who is on call')).toBeInTheDocument();
  first.unmount();
  serveOnCallNow({ 2: [] });
  const { queryClient } = renderFeature(<OnCallNotice line={stroke} />);
  await screen.findByText(NOBODY);
  server.use(http.get('*/api/on-call', () => HttpResponse.json({ code: 'bad' }, { status: 400 })));
  await queryClient.invalidateQueries();
  expect(await screen.findByText('Could not check who is on call.')).toBeInTheDocument();
  expect(screen.queryByText(NOBODY)).not.toBeInTheDocument();
  expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
});
