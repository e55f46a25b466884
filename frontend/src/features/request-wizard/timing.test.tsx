import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { renderApp } from '@/testing/render-app';
import { makeUnit, psychLine, wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

afterEach(() => {
  vi.useRealTimers();
});

const names = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('button')
    .map((tile) => tile.textContent);

it('[WIZ-05] filters locations 250 ms after the last key, and not before', async () => {
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

it('[WIZ-28] moves a line to the closed ones within 15 seconds, with its new words, and back', async () => {
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
  expect(names('Open service lines')).toEqual([expect.stringMatching(/^Tele-PsychOpenUntil 5:00pm/)]);
  act(() => void vi.advanceTimersByTime(15_000));
  expect(names('Closed service lines')).toEqual([expect.stringMatching(/^Tele-PsychClosedOpens 5:00pm/)]);
  act(() => void vi.advanceTimersByTime(15_000));
  expect(names('Open service lines')).toEqual([expect.stringMatching(/^Tele-PsychOpenUntil 9:00pm/)]);
});
