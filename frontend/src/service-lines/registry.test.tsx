import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { lines } from '@/api/contract/lines.gen';
import { makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { serviceLineById, serviceLineBySlug, serviceLines } from './registry';

it('[INFO-01] [BCONST-11] [ENT-47] finds every line in the contract, by name and by any of its IDs', () => {
  expect(serviceLines.map(({ slug }) => slug).sort()).toEqual(lines.map(({ slug }) => slug).sort());
  expect(serviceLineBySlug('tele-stroke')?.contract.ids).toEqual([2, 10]);
  expect(serviceLineById(10)?.slug).toBe('tele-stroke');
  expect(serviceLineBySlug('no-such-line')).toBeNull();
});

it('[ENT-47] [INFO-01] [ROUTE-30] [BCONST-11] finds every line by the IDs in the seeded demo network', () => {
  expect(Object.fromEntries(serviceLines.map(({ slug, contract }) => [slug, contract.ids]))).toEqual({
    'tele-neuro': [1],
    'tele-stroke': [2, 10],
    'tele-psych': [3],
    'tele-toxicology': [4],
    'acute-stroke': [5],
    'tele-icu': [6],
    'tele-covid': [7],
    'tele-triage': [8],
    'tele-hospitalist': [9],
  });
});

it('[INFO-04] uses the full note for stroke consults, a short sign-off for some lines, and neither for the others', () => {
  const documented = (kind: 'note' | 'signOff') =>
    serviceLines.flatMap((line) => (line[kind] === null ? [] : [line.slug])).sort();
  expect(documented('note')).toEqual(['acute-stroke', 'tele-stroke']);
  expect(documented('signOff')).toEqual(['tele-neuro', 'tele-psych', 'tele-toxicology']);
});

it('[FNEURO-06] allows editing the record after the request only for tele-neuro consults', () => {
  expect(serviceLines.flatMap((line) => (line.editDialog === null ? [] : [line.slug]))).toEqual(['tele-neuro']);
});

it("[INFO-06] [DET-21] shows a line's own facts, and nothing for a consult in another line", async () => {
  const StrokeRow = serviceLineBySlug('tele-stroke')?.InfoRow;
  if (StrokeRow === undefined) throw new Error('There is no such line.');
  const { unmount } = renderFeature(<StrokeRow consult={makeStrokeConsult()} />);
  expect(await screen.findByText('NIHSS Score', {}, { timeout: 15_000 })).toBeInTheDocument();
  unmount();
  renderFeature(<StrokeRow consult={makePsychConsult()} />);
  expect(screen.queryByText('NIHSS Score')).not.toBeInTheDocument();
});
