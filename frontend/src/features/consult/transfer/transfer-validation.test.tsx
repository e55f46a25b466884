import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choose, fill, fillTransfer, sendTransfer, showTransferDialog } from '@/testing/show-transfer-dialog';

const REQUIRED = 'This field is required.';

const control = (label: string) => {
  const name = new RegExp(`^${label}`);
  return (
    screen.queryByRole('textbox', { name }) ??
    screen.queryByRole('combobox', { name }) ??
    screen.getByRole('group', { name })
  );
};

/** Sends, and returns the errors that the top of the form lists. */
async function errorsAfterSending() {
  await sendTransfer();
  const banner = within(await screen.findByRole('alert'));
  return banner.getAllByRole('link').map(({ textContent }) => textContent);
}

it('[VAL-29] [VAL-30] [VAL-31] [VAL-32] [VAL-33] requires every field, says so at each, and sends nothing', async () => {
  const { sent } = await showTransferDialog();
  await fill(/^Referring Physician/, '  ');
  await fill(/^Referring Location Number/, '');
  const required = [
    'Referring Physician',
    'Referring Location Number',
    'Preferred Facility',
    'Facility Location',
    'Preferred Transportation Mode',
    'Stroke Level',
  ];
  expect(await errorsAfterSending()).toEqual(required.map((label) => `${label}: ${REQUIRED}`));
  for (const label of required) expect(control(label)).toHaveAccessibleDescription(REQUIRED);
  expect(control('Referring Physician')).toHaveFocus();
  await fill(/^Referring Location Number/, '5550100140');
  await fillTransfer();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  // The location that came with the facility can be taken out again, and nothing takes its place.
  await userEvent.selectOptions(control('Facility Location'), 'Choose one');
  expect(await errorsAfterSending()).toEqual([`Facility Location: ${REQUIRED}`]);
  expect(sent).toEqual([]);
});

const conditional = [
  ['[VAL-34]', 'University', 'Accepting Attending Physician', 'acceptingAttendingPhysician'],
  ['[VAL-35]', 'Other', 'Other Preferred Facility', 'otherPreferredFacility'],
] as const;

it.each(conditional)(
  '%s requires what %s asks for, at most 255 characters, and nothing of the kind elsewhere: %s',
  async (_row, facility, label, name) => {
    const { sent } = await showTransferDialog();
    await fillTransfer(new RegExp(`^${facility}`));
    // What the facility of the location asks for does not matter.
    await userEvent.selectOptions(control('Facility Location'), 'Mercy');
    expect(await errorsAfterSending()).toEqual([`${label}: ${REQUIRED}`]);
    expect(control(label)).toHaveAccessibleDescription(REQUIRED);
    await fill(new RegExp(`^${label}`), 'x'.repeat(256));
    const tooLong = 'Must be at most 255 characters long.';
    await waitFor(() => expect(control(label)).toHaveAccessibleDescription(expect.stringContaining(tooLong)));
    expect(await errorsAfterSending()).toEqual([`${label}: ${tooLong}`]);
    expect(sent).toEqual([]);
    await fill(new RegExp(`^${label}`), 'x'.repeat(255));
    await sendTransfer();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ [name]: 'x'.repeat(255) });
  },
);

it.each(conditional)(
  '%s no longer requires what %s asks for once another facility is chosen: %s',
  async (_, facility) => {
    const { sent } = await showTransferDialog();
    await fillTransfer(new RegExp(`^${facility}`));
    expect(await errorsAfterSending()).toHaveLength(1);
    await choose(/^Mercy/);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    await sendTransfer();
    await waitFor(() => expect(sent).toHaveLength(1));
  },
);

const wrong = [
  ['[VAL-32]', 'Referring Physician', 'x'.repeat(256), 'Must be at most 255 characters long.'],
  ['[VAL-33]', 'Referring Location Number', '555010', 'Enter a valid phone number.'],
  ['[VAL-33]', 'Referring Location Number', '0550100140', 'Enter a valid phone number.'],
] as const;

it.each(wrong)('%s rejects an invalid %s and sends nothing: %#', async (_row, label, text, message) => {
  const { sent } = await showTransferDialog();
  await fillTransfer();
  await fill(new RegExp(`^${label}`), text);
  expect(await errorsAfterSending()).toEqual([`${label}: ${message}`]);
  expect(control(label)).toHaveAccessibleDescription(expect.stringContaining(message));
  expect(control(label)).toHaveFocus();
  expect(sent).toEqual([]);
});
