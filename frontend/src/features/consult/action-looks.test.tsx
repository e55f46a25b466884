import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { contrast } from '@/shared/ui/theme/contrast';
import { night } from '@/shared/ui/theme/palette';
import { tokens } from '@/shared/ui/theme/tokens';
import { makePsychConsult } from '@/testing/make-consult';
import { showConsult } from '@/testing/show-consult';

it('a consult has one primary action, and all others have one look', async () => {
  const meeting = { consultId: null, joining: false, join: () => undefined, show: () => undefined };
  showConsult(makePsychConsult({ allowedActions: ['acknowledge', 'joinChime', 'joinVidyo', 'complete', 'cancel'] }), {
    meeting,
  });
  const group = await screen.findByRole('group', { name: 'Actions' });
  const looks = within(group)
    .getAllByRole('button')
    .map((button) => [button.textContent, button.dataset.variant ?? 'filled']);
  expect(looks).toEqual([
    ['Acknowledge', 'filled'],
    ['Join Video Call', 'default'],
    ['Join Vidyo', 'default'],
    ['Complete', 'default'],
    ['Cancel Consult', 'default'],
  ]);
});

it('a secondary button is no darker than the page in dark mode', () => {
  // Mantine draws the default look of a button in the sixth shade of its dark scale.
  const lightness = (color: string) => contrast('#000000', color);
  expect(lightness(night[6])).toBeGreaterThan(lightness(tokens.dark.surface));
});
