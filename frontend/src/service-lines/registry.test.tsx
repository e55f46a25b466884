import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

import type { Consult } from './define';
import { serviceLineById, serviceLineBySlug, serviceLines } from './registry';

it('finds every line that has a folder, by name and by any of its ids', () => {
  expect(serviceLines.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['tele-psych', 'tele-stroke']));
  expect(serviceLineBySlug('tele-stroke')?.contract.ids).toEqual([2, 10]);
  expect(serviceLineById(10)?.slug).toBe('tele-stroke');
  expect(serviceLineBySlug('no-such-line')).toBeNull();
});

it("shows a line's own facts, and nothing for a consult of another line", async () => {
  const StrokeRow = serviceLineBySlug('tele-stroke')?.InfoRow;
  if (StrokeRow === undefined) throw new Error('There is no such line.');
  const row = (consult: Consult) => (
    <ThemeProvider>
      <StrokeRow consult={consult} />
    </ThemeProvider>
  );
  const { rerender } = render(row(makeStrokeConsult()));
  expect(await screen.findByText('NIHSS Score', {}, { timeout: 15_000 })).toBeInTheDocument();
  rerender(row(makePsychConsult()));
  expect(screen.queryByText('NIHSS Score')).not.toBeInTheDocument();
});
