import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';

import { renderFeature } from '@/testing/render-app';
import { visitNumber } from '@/testing/wizard-network';

import { inputMask } from './patient-number';
import { PatientNumberField } from './patient-number-field';

function Form({ mask, inputmode }: Pick<typeof visitNumber, 'mask' | 'inputmode'>) {
  const { control } = useForm({ defaultValues: { number: '' } });
  return (
    <PatientNumberField control={control} name="number" label="Chart" number={{ ...visitNumber, mask, inputmode }} />
  );
}

it.each([
  ['A-##', 'decimal', 'numeric', 'qx12', 'q-12'],
  ['AC######', 'text', 'text', 'AC1234567', 'AC123456'],
  [null, 'decimal', 'decimal', '12.5', '12.5'],
] as const)(
  '[WIZ-22] applies the mask %s and sets the keyboard %s',
  async (mask, inputmode, keyboard, typed, shown) => {
    renderFeature(<Form mask={mask} inputmode={inputmode} />);
    const field = screen.getByLabelText('Chart');
    expect(field).toHaveAttribute('inputmode', keyboard);
    await userEvent.type(field, typed);
    expect(field).toHaveValue(shown);
  },
);

it.each([
  ['A-##', 'a-00'],
  ['al*#', 'aa*0'],
  ['0[#]', String.raw`\0\[0\]`],
])('[WIZ-22] converts the mask %s to the syntax of the input', (mask, expected) => {
  expect(inputMask({ ...visitNumber, mask })).toBe(expected);
});
