import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { dana } from '@/testing/make-consult';

import { RingMessage } from './ring-message';

const viewer = { id: dana.id, firstName: dana.firstName, lastName: dana.lastName };
const sam = { id: 9, firstName: 'Sam', lastName: 'Ortiz' };
const callbackNumber = '(305) 555-0123';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

it('names those who hear it, and no number while someone does', () => {
  const { container } = render(<RingMessage ringing={{ heardBy: [viewer, sam], seenBy: [], callbackNumber }} />);
  expect(container).toHaveTextContent(/^Ringing for Dana Lee and Sam Ortiz\.$/);
});

it('says that the sound is off where it is only seen, and whom to call', () => {
  render(<RingMessage ringing={{ heardBy: [], seenBy: [viewer], callbackNumber }} />);
  expect(screen.getByText(/^Dana Lee can see that you are waiting, but the sound is off there\./)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: callbackNumber })).toHaveAttribute('href', 'tel:+13055550123');
});

it('says that nobody has it on a screen only after screens have had the time to report', () => {
  const { container } = render(<RingMessage ringing={{ heardBy: [], seenBy: [], callbackNumber }} />);
  expect(container).toBeEmptyDOMElement();
  act(() => void vi.advanceTimersByTime(4_000));
  expect(container).toHaveTextContent(`It rings on no screen at the bedside. Call ${callbackNumber}`);
});
