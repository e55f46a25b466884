import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

import { choose, fill, fillTransfer } from './show-transfer-dialog';

/** What the dialog of a request to University Hospital by ground holds. */
export function held() {
  const dialog = within(screen.getByRole('dialog', { name: 'Transfer request' }));
  const texts = dialog.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  const chosen = dialog.getAllByRole('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent);
  return [...texts, ...chosen, dialog.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text];
}

/** What it holds once `fillAll` has filled it in. */
export const filled = [
  'Dr. Ada Reyes',
  '(555) 010-0199',
  'Dr. Imani Cole',
  'University HospitalComprehensive',
  'Ground',
  'Level 2',
  'Mercy Annex',
];

export async function fillAll() {
  await fillTransfer(/^University/);
  await fill(/^Referring Location/, '(555) 010-0199');
  await fill(/^Accepting/, 'Dr. Imani Cole');
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Mercy Annex');
  await choose('Ground');
  await choose('Level 2');
  expect(held()).toEqual(filled);
}
