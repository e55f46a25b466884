import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Consult } from '@/consults/consult';
import { contrast } from '@/shared/ui/theme/contrast';
import { night } from '@/shared/ui/theme/palette';
import { tokens } from '@/shared/ui/theme/tokens';
import { dana, makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { showConsult } from '@/testing/show-consult';

const acknowledged = { acknowledgedAt: '2024-03-05T14:02:00Z', acknowledgedBy: 1, acknowledgedByUser: dana };

async function buttonVariants(consult: Consult, consultId: string | null = null) {
  const meeting = { consultId, joining: false, join: () => undefined, show: () => undefined };
  showConsult(consult, { meeting });
  const group = await screen.findByRole('group', { name: 'Actions' });
  return within(group)
    .getAllByRole('button')
    .map((button) => [button.ariaLabel ?? button.textContent, button.dataset.variant ?? 'filled']);
}

it('fills only the primary action, which is Acknowledge until someone has acknowledged the consult', async () => {
  const allowedActions = ['acknowledge', 'joinChime', 'joinVidyo', 'complete', 'cancel'] as const;
  expect(await buttonVariants(makePsychConsult({ allowedActions: [...allowedActions] }))).toEqual([
    ['Acknowledge', 'filled'],
    ['Join Video Call', 'default'],
    ['Other Ways to Join', 'default'],
    ['Complete', 'default'],
    ['Cancel Consult', 'default'],
  ]);
});

it('fills the video call of an acknowledged consult', async () => {
  const allowedActions = ['joinChime', 'joinVidyo', 'complete', 'confirmOnThePhone', 'cancel'] as const;
  expect(await buttonVariants(makePsychConsult({ ...acknowledged, allowedActions: [...allowedActions] }))).toEqual([
    ['Join Video Call', 'filled'],
    ['Other Ways to Join', 'filled'],
    ['Complete', 'default'],
    ['I Am on the Phone With Them', 'default'],
    ['Cancel Consult', 'default'],
  ]);
});

it('fills the video call of an acknowledged consult rather than its note', async () => {
  const allowedActions = ['joinChime', 'editSignoffNote'] as const;
  expect(await buttonVariants(makeStrokeConsult({ ...acknowledged, allowedActions: [...allowedActions] }))).toEqual([
    ['Join Video Call', 'filled'],
    ['Add Signoff Note', 'default'],
  ]);
});

it('fills the note while this window is in the call, which is beside it', async () => {
  const allowedActions = ['joinChime', 'editSignoffNote'] as const;
  const consult = makeStrokeConsult({ ...acknowledged, allowedActions: [...allowedActions] });
  expect(await buttonVariants(consult, consult.id)).toEqual([
    ['Show Video Call', 'default'],
    ['Add Signoff Note', 'filled'],
  ]);
});

it('makes a secondary button no darker than the page in dark mode', () => {
  // Mantine renders the default variant of a button in the sixth shade of its dark scale.
  const lightness = (color: string) => contrast('#000000', color);
  expect(lightness(night[6])).toBeGreaterThan(lightness(tokens.dark.surface));
});
