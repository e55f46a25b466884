import { fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useInfiniteScroll } from './use-infinite-scroll';

function List({ onEnd }: { onEnd: () => void }) {
  return <div ref={useInfiniteScroll(onEnd, null, true)} />;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[WL-05] checks for the end of the list once nothing has scrolled for 250 ms', () => {
  const onEnd = vi.fn();
  const { container } = render(<List onEnd={onEnd} />);
  for (let scroll = 0; scroll < 3; scroll += 1) {
    vi.advanceTimersByTime(249);
    // The panel scrolls, and scroll events do not bubble.
    fireEvent.scroll(container);
  }
  vi.advanceTimersByTime(249);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1_000);
  expect(onEnd).toHaveBeenCalledOnce();
});
