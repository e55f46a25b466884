import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { refreshStale } from '@/api/live';
import { makeLine } from '@/testing/make-line';
import { ada, grace, makePersonOnCall, serveOnCallNow } from '@/testing/on-call-now';
import { renderApp } from '@/testing/render-app';
import { makeRequester, psychLine, strokeLine, wizardNetwork } from '@/testing/wizard-network';
import { storeWizard } from '@/testing/wizard-tab';

const alan = makePersonOnCall({ id: 73, firstName: 'Alan', lastName: 'Turing' });
const LAST = 'The backup number will be called within five minutes.';
const NEXT = `Whoever goes on call next will be paged at once. ${LAST}`;
const hours = { openDaysInWeek: '[1,5]', openHours: '08:00-17:00', openHoursTimezone: 'America/New_York' };
const closedLine = makeLine({ id: 9, slug: 'tele-hospitalist', name: 'Tele-Hospitalist', ServiceLineHours: [hours] });

it('says in each open tile who is on call, and warns of an open line that nobody answers', async () => {
  const lines = [psychLine, strokeLine, closedLine];
  wizardNetwork({ lines });
  serveOnCallNow({ 3: [ada, grace, alan], 2: [], 9: [] });
  storeWizard({ serviceLineId: null });
  renderApp('/request/service', { me: makeRequester(lines) });
  const tile = (name: RegExp) => screen.getByRole('button', { name });
  await screen.findByText(/Ada Lovelace/);
  expect(tile(/^Tele-Psych/)).toHaveTextContent('On call now: Ada Lovelace, Virtual; Grace Hopper, Virtual; +1 more');
  expect(tile(/^Tele-Stroke/)).toHaveTextContent(`Nobody is on call right now. ${LAST}`);
  const badge = (name: RegExp) => within(tile(name)).getByText('Open').closest('[data-tone]');
  expect(badge(/^Tele-Psych/)).toHaveAttribute('data-tone', 'success');
  expect(badge(/^Tele-Stroke/)).toHaveAttribute('data-tone', 'warning');
  expect(tile(/^Tele-Hospitalist/)).not.toHaveTextContent('on call');
});

it('warns before the request is sent as soon as nobody is on call', async () => {
  wizardNetwork();
  const served = serveOnCallNow({ 3: [ada], 2: [] });
  storeWizard();
  const { queryClient } = renderApp('/request/tele-psych', { me: makeRequester() });
  expect(await screen.findByText('Ada Lovelace, Virtual')).toBeInTheDocument();
  served.people = { 3: [], 2: [grace] };
  await refreshStale(queryClient, new Set(['on-call'] as const));
  expect(await screen.findByText('Nobody is on call for Tele-Psych right now.')).toBeInTheDocument();
  expect(screen.getByText(NEXT)).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Done' })).toBeEnabled();
});
