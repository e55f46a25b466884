import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { Consult } from '@/consults/consult';
import { makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { showConsult } from '@/testing/show-consult';

const allowedActions = ['complete' as const, 'cancel' as const, 'editBedsidePhone' as const];
const psych = makePsychConsult({ allowedActions });
const stroke = makeStrokeConsult({ allowedActions });

interface Case {
  title: string;
  consult: Consult;
  button: string | RegExp;
  item?: string;
}

const dialogs: Case[] = [
  { title: 'Consult Completion Details', consult: psych, button: 'Complete', item: 'Video' },
  { title: 'Consult Completion Details', consult: psych, button: 'Complete', item: 'Cancelled' },
  { title: 'Consult Completion Details', consult: stroke, button: 'Complete', item: 'Video' },
  { title: 'Consult Completion Details', consult: stroke, button: 'Complete', item: 'Cancelled' },
  { title: 'Cancel Consult Request', consult: psych, button: 'Cancel Consult' },
  { title: 'Edit bedside phone number', consult: psych, button: 'Edit bedside phone number' },
  { title: 'Location Details', consult: psych, button: /location details/ },
];

it.each(dialogs)(
  '[DET-29] [DET-35] [DET-37] [DET-44] "$title" ($item) names the patient, including for screen readers',
  async ({ title, consult, button, item }) => {
    showConsult(consult);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    if (item !== undefined) await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog).toHaveAccessibleDescription(/^Marsh, Rosa Date of Birth 03\/05\/1950 \(\d\d years\)/);
    // Bidirectional control characters in a name must not affect the text around it.
    expect(within(dialog).getByText('Marsh, Rosa').tagName).toBe('BDI');
  },
);
