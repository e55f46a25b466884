import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { showForm } from '@/testing/show-form';

import { MultiChoiceField } from './choice-fields';
import { FlagChipsField } from './flag-chips-field';
import { NumberField } from './number-field';
import { CheckboxField } from './checkbox-field';
import { OtherChoiceField } from './other-choice-field';
import { TextAreaField, TextField } from './text-field';
import { YesNoUnknownField } from './yes-no-field';

const options = ['Weakness', 'Speech', 'Unknown'].map((value) => ({ value, label: value }));

it('[FSTROKE-23] [FCOVID-02] distinguishes Unknown (null) from unanswered', async () => {
  const send = showForm((control) => <YesNoUnknownField control={control} name="onThem" label="Anticoagulants?" />);
  expect(await send()).toEqual({ onThem: undefined });
  await userEvent.click(screen.getByRole('radio', { name: 'Unknown' }));
  expect(await send()).toEqual({ onThem: null });
  await userEvent.click(screen.getByRole('radio', { name: 'No' }));
  expect(await send()).toEqual({ onThem: false });
});

it('selects an option by its number, and ignores digits typed into text', async () => {
  const send = showForm(
    (control) => (
      <>
        <YesNoUnknownField control={control} name="sure" label="Sure" />
        <TextField control={control} name="text" label="Text" />
      </>
    ),
    { sure: '', text: '' },
  );
  screen.getAllByRole('radio')[0]!.focus();
  await userEvent.keyboard('9');
  for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
  await userEvent.keyboard('2');
  expect(screen.getByRole('radio', { name: 'No' })).toHaveFocus();
  await userEvent.type(screen.getByLabelText('Text'), '13');
  expect(await send()).toEqual({ sure: false, text: '13' });
});

it('accepts no more than can be stored if a text is stored before it is validated', async () => {
  const send = showForm(
    (control) => (
      <>
        <TextField control={control} name="text" label="Text" limit={3} cap={5} />
        <OtherChoiceField control={control} name="why" label="Why" options={options} />
      </>
    ),
    { text: '', why: { selected: [], other: '' } },
  );
  await userEvent.click(screen.getByLabelText('Text'));
  await userEvent.paste('123456');
  await userEvent.click(screen.getByLabelText('Why, other'));
  await userEvent.paste('m'.repeat(constants.MAX_TYPED_LENGTH + 1));
  expect(await send()).toEqual({ text: '12345', why: { selected: [], other: 'm'.repeat(constants.MAX_TYPED_LENGTH) } });
});

it('lists errors in the order of their fields on the page', async () => {
  const error = (message: string) => ({ type: 'wrong', message });
  const errors = { second: error('Wrong too'), '': error('Wrong as a whole'), first: error('Wrong') };
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

it('[FSTROKE-21] keeps chips in the order of the contract and makes Unknown exclusive', async () => {
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

it('[FSTROKE-25] sends a list with Other as { selected, other }', async () => {
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

it('[FPSYCH-05] clears the Other text when its chip is unchecked', async () => {
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

it('[NOTE-03] [NOTE-45] keeps a number as typed, and treats empty as unanswered rather than zero', async () => {
  const send = showForm((control) => <NumberField control={control} name="nihss" label="NIHSS" />, { nihss: 12 });
  await userEvent.clear(screen.getByLabelText('NIHSS'));
  expect(screen.getByLabelText('NIHSS')).toHaveValue('');
  expect(await send()).toEqual({ nihss: '' });
  const numbers = { '07': 7, '2.5': 2.5, '-3': -3, '2.': '2.', '1e7': '1e7', '1,000': '1,000' };
  for (const [typed, value] of Object.entries(numbers)) {
    await userEvent.clear(screen.getByLabelText('NIHSS'));
    await userEvent.type(screen.getByLabelText('NIHSS'), typed);
    expect(screen.getByLabelText('NIHSS')).toHaveValue(typed);
    expect(await send()).toEqual({ nihss: value });
  }
});

it('trims text on blur and shows a counter near the limit', async () => {
  const send = showForm((control) => <TextField control={control} name="name" label="Name" limit={10} />);
  await userEvent.type(screen.getByLabelText('Name'), '  Rosalind ');
  expect(screen.getByText('8 of 10 characters')).toBeInTheDocument();
  expect(await send()).toEqual({ name: 'Rosalind' });
});

it('ignores changes while the form is being sent, because they would be lost, and accepts them after the response', async () => {
  let respond: () => void = () => undefined;
  const send = showForm(
    (control) => (
      <>
        <TextField control={control} name="text" label="Text" />
        <NumberField control={control} name="minutes" label="Minutes" />
        <CheckboxField control={control} name="sure" label="Sure" />
        <FlagChipsField control={control} name="flags" label="Flags" flags={[{ name: 'weak', label: 'Weak' }]} />
      </>
    ),
    { text: 'a', minutes: 1, sure: false, weak: false },
    undefined,
    () => new Promise((resolve) => (respond = resolve)),
  );
  const change = async () => {
    await userEvent.type(screen.getByLabelText('Text'), 'b');
    await userEvent.type(screen.getByLabelText('Minutes'), '2');
    await userEvent.click(screen.getByLabelText('Sure'));
    await userEvent.click(screen.getByLabelText('Weak'));
  };
  expect(await send()).toEqual({ text: 'a', minutes: 1, sure: false, weak: false });
  await change();
  expect(screen.getByLabelText('Text')).toHaveValue('a');
  expect(screen.getByLabelText('Sure')).not.toBeChecked();
  await act(async () => {
    respond();
    await Promise.resolve();
  });
  await change();
  expect(await send()).toEqual({ text: 'ab', minutes: 12, sure: true, weak: true });
});

it('[WIZ-43] keeps the browser from storing what is typed', () => {
  showForm((control) => (
    <>
      <TextField control={control} name="name" label="Name" />
      <TextAreaField control={control} name="reason" label="Reason" />
      <NumberField control={control} name="weight" label="Weight" unit="kg" />
    </>
  ));
  const fields = screen.getAllByRole('textbox');
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(['off', 'off', 'off']);
});
