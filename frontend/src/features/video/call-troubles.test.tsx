import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { CallTroubles } from './call-troubles';
import { type Trouble, troubles } from './media-watch';

const trouble: Trouble = {
  attendeeId: 'c-dana',
  name: 'Dana Lee',
  side: 'here',
  problem: 'noConnection',
  phoneNumber: '(305) 555-0123',
};

it.each<[Partial<Trouble>, string]>([
  [{}, 'No sound or picture from Dana Lee. Call (305) 555-0123. Reason: No connection.'],
  [
    { side: 'there', problem: 'noMedia' },
    'Dana Lee gets no sound or picture from you. Call (305) 555-0123. Reason: Connected, but no sound or picture.',
  ],
  [{ phoneNumber: null }, 'No sound or picture from Dana Lee. Wardline keeps trying. Reason: No connection.'],
])('says whom to call instead, and why: %j', (change, words) => {
  troubles.setState([{ ...trouble, ...change }], true);
  render(<CallTroubles />);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  troubles.setState([], true);
});
