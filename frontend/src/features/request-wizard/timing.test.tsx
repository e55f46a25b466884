import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeCensusPatient, makeUnit, psychLine, wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

afterEach(() => {
  vi.useRealTimers();
});

const names = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('button')
    .map((tile) => tile.textContent);

it('[WIZ-05] [WIZ-03] filters locations 250 ms after the last keystroke, and not before', async () => {
  wizardNetwork({ units: [makeUnit({ id: 11 }), makeUnit({ id: 21, facilityName: 'South Clinic' })] });
  renderApp('/request/location', { me });
  const filter = await screen.findByRole('searchbox', { name: 'Filter locations' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(filter, { target: { value: 'sou' } });
  act(() => void vi.advanceTimersByTime(200));
  fireEvent.change(filter, { target: { value: 'south' } });
  act(() => void vi.advanceTimersByTime(249));
  expect(names('Locations')).toHaveLength(2);
  act(() => void vi.advanceTimersByTime(1));
  vi.useRealTimers();
  await waitFor(() => expect(names('Locations')).toEqual(['South Clinic1 unit']));
});

it('[WIZ-15] [VAL-28] searches the census for the trimmed text 250 ms after the last keystroke, and not before', async () => {
  const lovelace = makeCensusPatient({ emrId: 'enc-2', displayName: 'Lovelace, Ada' });
  const { censusRequests } = wizardNetwork({ census: [makeCensusPatient(), lovelace] });
  storeWizard({ patient: null, serviceLineId: null });
  renderApp('/request/patient', { me });
  await screen.findByRole('button', { name: /Lovelace/ });
  const search = screen.getByRole('searchbox', { name: 'Search patients' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(search, { target: { value: 'lov' } });
  act(() => void vi.advanceTimersByTime(200));
  fireEvent.change(search, { target: { value: ' lovel ' } });
  act(() => void vi.advanceTimersByTime(249));
  expect(screen.queryByText('Loading patients')).not.toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('Loading patients')).toBeInTheDocument();
  vi.useRealTimers();
  await waitFor(() => expect(names('Patients')).toEqual([expect.stringContaining('Lovelace, Ada')]));
  expect(censusRequests.map(({ filter }) => filter)).toEqual(['', 'lovel']);
});

it('[WIZ-14] [WIZ-16] loads the census in pages of 54, one every 2500 ms until it is complete', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const many = Array.from({ length: 110 }, (_, index) => makeCensusPatient({ emrId: `enc-${index}` }));
  const { censusRequests } = wizardNetwork({ census: many });
  storeWizard({ patient: null, serviceLineId: null });
  const { queryClient } = renderApp('/request/patient', { me });
  const asking = () => queryClient.isFetching({ queryKey: ['request-wizard', 'census'] });
  await screen.findByText('Loading more patients…');
  await waitFor(() => expect(names('Patients')).toHaveLength(54));
  for (const loaded of [108, 110]) {
    act(() => void vi.advanceTimersByTime(2_499));
    expect(asking()).toBe(0);
    act(() => void vi.advanceTimersByTime(1));
    expect(asking()).toBe(1);
    await waitFor(() => expect(names('Patients')).toHaveLength(loaded));
  }
  expect(screen.queryByText('Loading more patients…')).not.toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(10_000));
  expect(asking()).toBe(0);
  expect(censusRequests.map(({ start, length }) => [start, length])).toEqual([
    [0, 54],
    [54, 54],
    [108, 54],
  ]);
});

it('[WIZ-17] [API-53] says that the EHR went offline, above the patients who have already been loaded', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
  wizardNetwork({ census: Array.from({ length: 55 }, (_, index) => makeCensusPatient({ emrId: `enc-${index}` })) });
  storeWizard({ patient: null, serviceLineId: null });
  renderApp('/request/patient', { me });
  await waitFor(() => expect(names('Patients')).toHaveLength(54));
  let asked = 0;
  const offline = () => {
    asked += 1;
    return HttpResponse.json({ code: 'ehr_offline' }, { status: 503 });
  };
  server.use(http.post('*/api/locations/census', offline));
  for (const tries of [1, 2]) {
    act(() => void vi.advanceTimersByTime(2_500));
    await waitFor(() => expect(asked).toBe(tries));
  }
  expect(await screen.findByText('The EHR is currently offline')).toBeInTheDocument();
  expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
  expect(names('Patients')).toHaveLength(54);
  expect(screen.getByRole('button', { name: 'Not one of these Patients?' })).toBeEnabled();
});

it('[WIZ-28] [CONST-01] [CONST-02] moves a line to the closed lines within 15 seconds, with its new text, and back', async () => {
  const ServiceLineHours = [
    { openDaysInWeek: '[3,3]', openHours: '08:00-17:00', openHoursTimezone: 'America/New_York' },
  ];
  const openings = [
    { opensAt: '2026-03-04T13:00:00Z', closesAt: '2026-03-04T22:00:05Z' },
    { opensAt: '2026-03-04T22:00:25Z', closesAt: '2026-03-05T02:00:00Z' },
  ];
  vi.useFakeTimers({ now: Date.parse('2026-03-04T22:00:00Z'), toFake: ['setInterval', 'clearInterval', 'Date'] });
  wizardNetwork({ lines: [{ ...psychLine, ServiceLineHours, openings }] });
  storeWizard({ serviceLineId: null });
  renderApp('/request/service', { me });
  await screen.findByRole('list', { name: 'Open service lines' });
  expect(names('Open service lines')).toEqual([expect.stringMatching(/^Tele-Psych.*OpenUntil 5:00pm/)]);
  act(() => void vi.advanceTimersByTime(14_999));
  expect(names('Open service lines')).toEqual([expect.stringMatching(/^Tele-Psych.*OpenUntil 5:00pm/)]);
  act(() => void vi.advanceTimersByTime(1));
  expect(names('Closed service lines')).toEqual([expect.stringMatching(/^Tele-Psych.*ClosedOpens 5:00pm/)]);
  act(() => void vi.advanceTimersByTime(15_000));
  expect(names('Open service lines')).toEqual([expect.stringMatching(/^Tele-Psych.*OpenUntil 9:00pm/)]);
});
