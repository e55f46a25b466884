import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { Form } from '@/shared/forms/form';
import { OtherChoiceField } from '@/shared/forms/other-choice-field';
import { TextField } from '@/shared/forms/text-field';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

import { type Check, checkByContract, useCheckedForm } from './contract-form';

interface Values {
  why: { selected: string[]; other: string | null };
  name: string;
}

const check: Check<Values> = ({ why, name }) =>
  Promise.resolve({
    data: {},
    errors: new Map([
      ...(why.other === '' ? [['why.other', 'Why else?'] as const] : []),
      ...(name === '' ? [['name', 'Who?'] as const] : []),
    ]),
  });

const options = [{ value: 'Weakness', label: 'Weakness' }];

function Sample() {
  const form = useCheckedForm<Values>(check, { why: { selected: [], other: null }, name: '' });
  const { control } = form;
  return (
    <ThemeProvider>
      <Form form={form} onSubmit={() => undefined}>
        <OtherChoiceField control={control} name="why" label="Why" options={options} />
        <TextField control={control} name="name" label="Name" />
        <button>Send</button>
      </Form>
    </ThemeProvider>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
const errors = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

beforeEach(async () => {
  await checkByContract('AddComment', {});
  render(<Sample />);
  await press('Send');
  expect(errors()).toEqual(['Name: Who?']);
});

it('does not demand the text of Other before the user could type it, but once they leave it', async () => {
  await tick('Other');
  expect(errors()).toEqual(['Name: Who?']);
  await userEvent.click(screen.getByRole('textbox', { name: 'Why, other' }));
  await userEvent.tab();
  expect(errors()).toEqual(['Why, other: Why else?', 'Name: Who?']);
});

it('demands it after a change elsewhere, too', async () => {
  await tick('Other');
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Wren');
  expect(errors()).toEqual(['Why, other: Why else?']);
});

it('demands it when the form is submitted', async () => {
  await tick('Other');
  await press('Send');
  expect(errors()).toEqual(['Why, other: Why else?', 'Name: Who?']);
});
