import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { makeEscalation, serveEscalation } from '@/testing/escalation';
import { makeForecastPerson, makeForecastStep, makePageForecast } from '@/testing/page-forecast';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';

import { Escalation } from './escalation';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function show(about: Parameters<typeof makeEscalation>[0] = {}) {
  const grace = makeForecastPerson({ userId: 2, firstName: 'Grace' });
  const compared = {
    live: makePageForecast(),
    sent: makePageForecast({ steps: [makeForecastStep({ people: [grace] })] }),
  };
  const sent = serveEscalation(makeEscalation(about), compared);
  renderFeature(
    <Escalation
      scope={{ lineId: 3, organizationId: 1 }}
      hasEscalationsOnly={false}
      showForecast={({ steps }) => (
        <p>{steps.flatMap(({ people }) => people.map((each) => each.firstName)).join(', ')}</p>
      )}
    />,
  );
  await screen.findByRole('heading', { name: 'Policies' });
  return sent;
}

it('adds a policy to the standard, compares who would be paged, and saves it', async () => {
  const sent = await show();
  expect(screen.getByText('The standard steps apply to all requests. Add a policy to change that.')).toBeVisible();
  expect(screen.getByText('At once: On call for all notifications')).toBeInTheDocument();
  await press('Add Policy');
  expect(screen.queryByLabelText('On call for escalations only')).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Facility'), 'Lakeshore General');
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Lakeshore General - Emergency Department');
  await press('Compare');
  expect(await screen.findByText('There is nothing to compare yet.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Backup Number/)).toBeInvalid();
  await press('Add Step');
  const second = within(screen.getAllByRole('listitem')[1] ?? document.body);
  await userEvent.click(second.getByLabelText('Coordinators'));
  await userEvent.click(second.getByLabelText('Phone call'));
  await press('Limit to Certain Hours: step 1');
  await press('Limit to Certain Hours: step 2');
  await press('Apply at All Hours: step 1');
  await pasteInto(second.getByLabelText(/^Begins/), '19:00');
  await pasteInto(second.getByLabelText(/^Ends/), '07:00');
  await pasteInto(screen.getByLabelText(/^Backup Number/), '5552010150');
  const policy = {
    steps: [
      { afterSeconds: 0, targets: ['allNotifications'], channels: null, hours: null },
      {
        afterSeconds: 300,
        targets: ['coordinators'],
        channels: ['call'],
        hours: { openDaysInWeek: '[1,5]', openHours: '19:00-07:00', openHoursTimezone: 'UTC' },
      },
    ],
    rounds: 3,
    repeatSeconds: 300,
    backupNumber: '(555) 201-0150',
  };
  const policies = [{ priority: null, facilityId: 4, policy }];
  await press('Compare');
  expect(await screen.findByRole('region', { name: 'As it is now' })).toHaveTextContent('Ada');
  expect(screen.getByRole('region', { name: 'With these policies' })).toHaveTextContent('Grace');
  await userEvent.clear(second.getByLabelText(/^Ends/));
  await pasteInto(second.getByLabelText(/^Ends/), '25:00');
  await press('Save');
  await waitFor(() => expect(second.getByLabelText(/^Ends/)).toBeInvalid());
  await userEvent.clear(second.getByLabelText(/^Ends/));
  await pasteInto(second.getByLabelText(/^Ends/), '07:00');
  await press('Save');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { policies, locationId: 1, priority: 'critical', at: null },
    { policies, reason: null, confirmed: [] },
  ]);
});
