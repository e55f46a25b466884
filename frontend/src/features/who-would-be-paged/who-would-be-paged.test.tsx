import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import type { PageForecast } from '@/api/generated/types.gen';
import type { ForecastSearch } from '@/shared/lib/search-params';
import { makeForecastPerson, makeForecastStep, makePageForecast, serveForecast } from '@/testing/page-forecast';
import { renderFeature } from '@/testing/render-app';

import { WhoWouldBePaged } from './who-would-be-paged';

/** The page, whose URL is the state. */
function Page({ asked }: { asked: ForecastSearch }) {
  const [search, setSearch] = useState(asked);
  return <WhoWouldBePaged search={search} onAsk={setSearch} />;
}

function show(answer: Parameters<typeof serveForecast>[0], asked: ForecastSearch = {}) {
  const questions = serveForecast(answer);
  renderFeature(<Page asked={asked} />);
  return questions;
}

const STROKE = { line: '2', location: '7', priority: 'urgent' };
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Show Who Would Be Paged' }));
const replace = async (name: string | RegExp, text: string) => {
  await userEvent.clear(screen.getByRole('textbox', { name }));
  await userEvent.paste(text);
};
const title = () => screen.findByRole('heading', { level: 2 });
const steps = async () =>
  within(await screen.findByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.getAttribute('aria-label') === 'Steps')
    .map(({ textContent }) => textContent);

it('asks about now with one press, and puts the answer into words', async () => {
  const grace = makeForecastPerson({ userId: 2, firstName: 'Grace', lastName: 'Hopper', target: 'coordinators' });
  const again = {
    targets: ['allNotifications' as const, 'coordinators' as const],
    people: [makeForecastPerson({ channels: [] }), grace],
  };
  const questions = show(
    makePageForecast({
      steps: [
        makeForecastStep(),
        makeForecastStep({ afterSeconds: 60, targets: ['escalationOnly'], people: [], skipped: 'outsideHours' }),
        makeForecastStep({ afterSeconds: 480, ...again }),
        makeForecastStep({ afterSeconds: 600, ...again }),
        makeForecastStep({ afterSeconds: 5400, targets: ['lastResort'], people: [], backupNumber: '(555) 010-0100' }),
      ],
    }),
  );
  expect(await screen.findByText('Nothing asked yet')).toBeInTheDocument();
  await press();
  expect(await title()).toHaveTextContent('Critical request now');
  expect(await title()).toHaveFocus();
  expect(await steps()).toEqual([
    expect.stringMatching(/^At once.*On call for all notificationsAda Lovelace by push notification and text message/),
    expect.stringMatching(/^After 1 min.*outside the hours/),
    expect.stringMatching(/^After 8 min, and again after 10 min.*; coordinatorsAda Lovelace.*Grace Hopper/),
    expect.stringMatching(/^After 1 h 30 min.*\(555\) 010-0100 is called/),
  ]);
  expect(screen.getByText('Every step reaches somebody on more than a screen.')).toBeInTheDocument();
  expect(questions.map(String)).toEqual(['serviceLineId=3&locationId=1&priority=critical']);
});

it('asks about a time on the clock of the location, also on the day it changes', async () => {
  const at = '2027-03-14T08:30:00.000Z';
  const questions = show(makePageForecast({ at, isNow: false }), { ...STROKE, at: '2027-03-13T12:00:00.000Z' });
  expect(await screen.findByRole('textbox', { name: 'Date' })).toHaveValue('03/13/2027');
  await replace('Date', '03/14/2027');
  // Clocks in Chicago are set from 2 to 3.
  await replace(/^Time/, '2:30a');
  await press();
  expect(await screen.findAllByText(/does not exist on that date/)).not.toHaveLength(0);
  await replace(/^Time/, '3:30a');
  await press();
  expect(await title()).toHaveTextContent('Urgent request on Sunday, 3:30am Mar 14, 2027 CDT');
  expect(screen.getByText(/whoever is planned stands in/)).toBeInTheDocument();
  expect(questions.at(-1)?.get('at')).toBe(at);
});

it('begins with what somebody should see to', async () => {
  const planned = makeForecastPerson({ isPlanned: true, hasAsked: true, channels: [] });
  const blind = makeForecastPerson({
    userId: 2,
    firstName: 'Grace',
    lastName: 'Hopper',
    target: 'plannedAll',
    isPlanned: true,
    notPaged: 'noAccess',
  });
  const forecast: PageForecast = makePageForecast({
    isOpen: false,
    steps: [
      makeForecastStep({ people: [planned] }),
      makeForecastStep({ afterSeconds: 180, targets: ['escalationOnly'], people: [], skipped: 'nobody' }),
      makeForecastStep({ afterSeconds: 180, targets: ['plannedAll'], people: [blind], skipped: 'allAnswered' }),
    ],
  });
  show(forecast, STROKE);
  const warnings = within(await screen.findByRole('list', { name: 'Warnings' })).getAllByRole('listitem');
  expect(warnings.map(({ textContent }) => textContent)).toEqual([
    'Tele-Stroke is closed now, so nobody can request it.',
    'After 3 min, nobody is paged: On call for escalations only.',
    'After 3 min, nobody is paged: Planned for all notifications, on call or not.',
    'Ada Lovelace has asked for cover, and nobody has taken the shift.',
    'Ada Lovelace is paged only on an open screen.',
    'Grace Hopper may view the consult only while on call, so being planned is not enough.',
  ]);
  expect((await steps())[0]).toMatch(/Ada Lovelace only on an open screen Planned Has asked for cover/);
  expect((await steps())[1]).toMatch(/Nobody\. The next step follows at once\.$/);
});

it('says that nobody is there who could take the request on', async () => {
  const coordinator = makeForecastPerson({ target: 'coordinators' });
  show(makePageForecast({ steps: [makeForecastStep({ targets: ['coordinators'], people: [coordinator] })] }), STROKE);
  expect(await screen.findByText('Nobody is paged who could take the request on.')).toBeInTheDocument();
});

it('shows at the field what the server refuses, and keeps the answer to the last question', async () => {
  const message = 'Enter a time between now and a year from now.';
  show({ status: 400, body: { code: 'validation', message: '', errors: [{ field: 'at', message }] } });
  await userEvent.click(await screen.findByRole('radio', { name: 'Later' }));
  await press();
  expect(await screen.findByRole('group', { name: /^At/ })).toHaveAccessibleDescription(message);
  expect(screen.getByText('Nothing asked yet')).toBeInTheDocument();
});

it('offers the locations and priorities of the chosen line only', async () => {
  show(makePageForecast());
  const line = await screen.findByRole('combobox', { name: /^Service Line/ });
  const options = () =>
    within(screen.getByRole('combobox', { name: /^Location/ }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(options()).toEqual(['Choose one', 'Lakeshore General - Emergency Department']);
  await userEvent.click(screen.getByRole('radio', { name: 'Routine' }));
  await userEvent.selectOptions(line, 'Tele-Stroke');
  expect(options()).toHaveLength(3);
  expect(screen.queryByRole('radio', { name: 'Routine' })).not.toBeInTheDocument();
  await press();
  expect(await screen.findByRole('group', { name: /^Priority/ })).toHaveAccessibleDescription(
    'This field is required.',
  );
});
