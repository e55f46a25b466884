import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { makePsychConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

it('[INFO-19] [INFO-20] shows whom to call, as a link that calls, and why', () => {
  renderFeature(<InfoRow consult={makePsychConsult()} />);
  expect(screen.getByRole('link', { name: '(555) 010-0100' })).toHaveAttribute('href', 'tel:+15550100100');
  expect(screen.getByText('Complex Case Recommendations • refuses food')).toBeInTheDocument();
});
