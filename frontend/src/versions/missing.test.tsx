import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderFeature } from '@/testing/render-app';

import { Missing } from './missing';

it('says that an object does not exist, and leads to the list of its kind', () => {
  renderFeature(<Missing noun="service line" />, { isLinked: true });
  expect(screen.getByRole('heading', { level: 1, name: 'This service line does not exist' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Look in the list of service lines' })).toHaveAttribute(
    'href',
    '/admin/lines',
  );
});
