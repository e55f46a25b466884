import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { ConsultProvider } from '@/consults/consult-context';
import { dana, makePsychConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { ConsultBadges } from './consult-badges';

it.each([
  ['completed', dana, 1],
  ['discharged', dana, 1],
  ['pending', dana, 1],
  ['pending', null, 0],
  ['completed', null, 0],
] as const)(
  '[INFO-49] [DET-14] shows the Acknowledged badge for a consult that is %s and acknowledged by %j: %i',
  (state, by, times) => {
    const acknowledgedAt = by === null ? null : '2024-03-05T14:02:00Z';
    renderFeature(
      <ConsultProvider value={makePsychConsult({ state, acknowledgedByUser: by, acknowledgedAt })}>
        <ConsultBadges />
      </ConsultProvider>,
    );
    expect(screen.queryAllByText(/^Acknowledged/)).toHaveLength(times);
  },
);
