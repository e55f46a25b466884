import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { makeSchedule } from '@/testing/call-schedules';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';

it('stands among the pages of administration for administrators who plan', async () => {
  server.use(http.get('*/api/holidays', () => HttpResponse.json({ version: '1', holidays: [] })));
  renderApp('/call-schedules/holidays', {
    me: makeMe({ rbacPermissions: permissions('Edit CallSchedule', 'Manage Admin') }),
  });
  const pages = within(await screen.findByRole('navigation', { name: 'Administration' }));
  expect(pages.getByRole('link', { current: 'page' })).toHaveTextContent('Call Schedules');
  expect(screen.getByRole('navigation', { name: 'Planning' })).toBeInTheDocument();
});

it('leads planners from page to page, and the chosen call schedule is in the URL', async () => {
  const schedules = [makeSchedule(), makeSchedule({ id: 8, name: 'Second call' })];
  server.use(
    http.get('*/api/holidays', () => HttpResponse.json({ version: '1', holidays: [] })),
    http.get('*/api/call-schedules', () => HttpResponse.json({ schedules, people: [], openingZones: [] })),
    http.get('*/api/call-schedules/:id/imported-calendars', () => HttpResponse.json({ calendars: [], hosts: [] })),
  );
  const { router } = renderApp('/call-schedules/holidays', {
    me: makeMe({ rbacPermissions: permissions('Edit CallSchedule') }),
  });
  const pages = within(await screen.findByRole('navigation', { name: 'Planning' }));
  expect(screen.queryByRole('navigation', { name: 'Administration' })).not.toBeInTheDocument();
  expect(pages.getByRole('link', { current: 'page' })).toHaveTextContent('Holidays');
  const link = pages.getByRole('link', { name: 'Calendars' });
  await userEvent.click(link);
  expect(await screen.findByRole('heading', { level: 1, name: 'Calendars' })).toBeInTheDocument();
  expect(link).toHaveFocus();
  expect(link).toHaveAttribute('aria-current', 'page');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Call Schedule' }), '8');
  await waitFor(() => expect(router.state.location.href).toBe('/call-schedules/calendars?schedule=8'));
});
