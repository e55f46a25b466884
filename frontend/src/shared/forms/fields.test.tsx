import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { resetServerClock } from '@/shared/lib/server-clock';
import { showForm } from '@/testing/show-form';

import { BirthDateField } from './birth-date-field';
import { MultiChoiceField } from './choice-fields';
import { DateTimeField } from './date-time-field';
import { FlagChipsField } from './flag-chips-field';
import { NumberField } from './number-field';
import { OtherChoiceField } from './other-choice-field';
import { TextField } from './text-field';
import { YesNoUnknownField } from './yes-no-field';

const options = ['Weakness', 'Speech', 'Unknown'].map((value) => ({ value, label: value }));

it('[VAL-09] takes a birth date as mm/dd/yyyy and speaks yyyy-MM-dd', async () => {
  const send = showForm((control) => <BirthDateField control={control} name="birthDate" label="Date of birth" />);
  await userEvent.type(screen.getByLabelText('Date of birth'), '01021950');
  expect(screen.getByLabelText('Date of birth')).toHaveValue('01/02/1950');
  expect(await send()).toEqual({ birthDate: '1950-01-02' });
});

it('[VAL-09] shows a birth date of the API in the mask', () => {
  showForm((control) => <BirthDateField control={control} name="birthDate" label="Date of birth" />, {
    birthDate: '1950-01-02',
  });
  expect(screen.getByLabelText('Date of birth')).toHaveValue('01/02/1950');
});

it('tells Unknown (null) from unanswered', async () => {
  const send = showForm((control) => <YesNoUnknownField control={control} name="onThem" label="Anticoagulants?" />);
  expect(await send()).toEqual({ onThem: undefined });
  await userEvent.click(screen.getByRole('radio', { name: 'Unknown' }));
  expect(await send()).toEqual({ onThem: null });
  await userEvent.click(screen.getByRole('radio', { name: 'No' }));
  expect(await send()).toEqual({ onThem: false });
});

it('lists errors as their fields stand on the page', async () => {
  const wrong = (message: string) => ({ type: 'wrong', message });
  const errors = { second: wrong('Wrong too'), '': wrong('Wrong as a whole'), first: wrong('Wrong') };
  const send = showForm(
    (control) => (
      <>
        <TextField control={control} name="first" label="First" limit={9} />
        <TextField control={control} name="second" label="Second" limit={9} />
      </>
    ),
    {},
    () => ({ values: {}, errors }),
  );
  await send();
  const listed = within(screen.getByRole('alert')).getAllByRole('listitem');
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    'First: Wrong',
    'Second: Wrong too',
    'Wrong as a whole',
  ]);
});

it('keeps chips in the order of the contract and lets Unknown stand alone', async () => {
  const send = showForm((control) => (
    <MultiChoiceField control={control} name="symptoms" label="Symptoms" options={options} exclusive="Unknown" />
  ));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Speech' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Weakness' }));
  expect(await send()).toEqual({ symptoms: ['Weakness', 'Speech'] });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unknown' }));
  expect(await send()).toEqual({ symptoms: ['Unknown'] });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Speech' }));
  expect(await send()).toEqual({ symptoms: ['Speech'] });
});

it('sends a list with Other as { selected, other }', async () => {
  const send = showForm((control) => (
    <OtherChoiceField
      control={control}
      name="symptoms"
      label="Symptoms"
      options={options}
      otherTextLabel="Which other"
    />
  ));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Speech' }));
  expect(await send()).toEqual({ symptoms: { selected: ['Speech'], other: null } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
  await userEvent.type(screen.getByLabelText('Which other'), ' dizzy ');
  expect(await send()).toEqual({ symptoms: { selected: ['Speech'], other: 'dizzy' } });
});

it('[FPSYCH-05] drops the other text with its chip', async () => {
  const send = showForm(
    (control) => (
      <FlagChipsField
        control={control}
        name="reasons"
        label="Call reasons"
        flags={[{ name: 'agitation', label: 'Agitation' }]}
        other={{ name: 'otherReason', label: 'Other' }}
      />
    ),
    { agitation: false, otherReason: null },
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Agitation' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Other' }), 'insomnia');
  expect(await send()).toEqual({ agitation: true, otherReason: 'insomnia' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
  expect(await send()).toEqual({ agitation: true, otherReason: null });
});

it('takes a time as 2:05p on the most recent day and speaks UTC', async () => {
  resetServerClock();
  vi.useFakeTimers({ now: Date.parse('2024-03-05T20:00:00Z'), toFake: ['Date'] });
  const send = showForm((control) => (
    <DateTimeField control={control} name="lastKnownWell" label="Last known well" zone="America/New_York" withUnknown />
  ));
  await userEvent.type(screen.getByLabelText(/^Time/), '2:05p');
  await userEvent.tab();
  expect(screen.getByLabelText('Date')).toHaveValue('03/05/2024');
  expect(await send()).toEqual({ lastKnownWell: '2024-03-05T19:05:00.000Z' });
  await userEvent.click(screen.getByRole('button', { name: 'Now' }));
  expect(await send()).toEqual({ lastKnownWell: '2024-03-05T20:00:00.000Z' });
  vi.useRealTimers();
});

it('[FSTROKE-14] clears and disables a date when Unknown is ticked', async () => {
  const send = showForm(
    (control) => <DateTimeField control={control} name="at" label="Arrival" zone="UTC" withUnknown />,
    { at: '2024-03-05T19:05:00.000Z' },
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unknown' }));
  expect(screen.getByLabelText('Date')).toBeDisabled();
  expect(screen.getByLabelText('Date')).toHaveValue('');
  expect(await send()).toEqual({ at: null });
});

it('keeps half an answer as it was typed, for the schema to refuse', async () => {
  const send = showForm((control) => <DateTimeField control={control} name="at" label="Arrival" zone="UTC" />);
  await userEvent.type(screen.getByLabelText('Date'), '03052024');
  expect(await send()).toEqual({ at: '03/05/2024 ' });
});

it('takes digits only, and empty is unanswered rather than zero', async () => {
  const send = showForm((control) => <NumberField control={control} name="nihss" label="NIHSS" />, { nihss: 12 });
  await userEvent.clear(screen.getByLabelText('NIHSS'));
  expect(screen.getByLabelText('NIHSS')).toHaveValue('');
  expect(await send()).toEqual({ nihss: '' });
  await userEvent.type(screen.getByLabelText('NIHSS'), '-1e7');
  expect(await send()).toEqual({ nihss: 17 });
});

it('trims text when the field is left and counts near the limit', async () => {
  const send = showForm((control) => <TextField control={control} name="name" label="Name" limit={10} />);
  await userEvent.type(screen.getByLabelText('Name'), '  Rosalind ');
  expect(screen.getByText('8 of 10 characters')).toBeInTheDocument();
  expect(await send()).toEqual({ name: 'Rosalind' });
});
