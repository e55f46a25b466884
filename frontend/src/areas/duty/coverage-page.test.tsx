import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { makeLineCoverage, serveCoverage } from '@/testing/coverage';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';

it('is one press away, and larger for a wall display', async () => {
  serveCoverage([makeLineCoverage()]);
  const { router } = renderApp('/help', { me: makeMe({ rbacPermissions: permissions('Edit CallSchedule') }) });
  await userEvent.click(await screen.findByRole('link', { name: 'Coverage' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Coverage' })).toBeInTheDocument();
  expect(await screen.findByRole('listitem', { name: 'Tele-Stroke' })).toHaveTextContent('Covered');
  await userEvent.click(screen.getByRole('link', { name: 'Large view' }));
  expect(await screen.findByRole('link', { name: 'Normal view' })).toBeInTheDocument();
  expect(router.state.location.href).toBe('/coverage?wall=1');
});

it('leads planners from who is missing to a change of the plan that expects them', async () => {
  const missing = [{ name: 'Ada Lovelace', phoneNumber: null, callScheduleId: 5 }];
  serveCoverage([makeLineCoverage({ plan: { missing, nextHandOver: null, gaps: [] } })]);
  renderApp('/coverage', { me: makeMe({ rbacPermissions: permissions('Edit CallSchedule') }) });
  const link = await screen.findByRole('link', { name: 'Plan Someone Else for Ada Lovelace' });
  expect(link).toHaveAttribute('href', '/call-schedules?line=2&change=5');
});
