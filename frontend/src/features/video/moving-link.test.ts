import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { fakeDevices } from '@/testing/fake-devices';
import { makeOther, otherWindow } from '@/testing/meeting';

import type { MediaLink } from './media-link';
import { MovingLink } from './moving-link';

const { attendeeId } = otherWindow;
const ASK = { ask: 'camera' } as const;

/** A way to one other, who can be connected over it later. */
function fakeLink(isConnected: boolean) {
  const state = { isConnected, hasOthers: true };
  const link: MediaLink = {
    count: 1,
    publisherId: null,
    isCutOff: false,
    views: () => (state.hasOthers ? [makeOther({ status: state.isConnected ? 'connected' : 'connecting' })] : []),
    update: vi.fn(),
    receive: vi.fn(),
    send: vi.fn(),
    announce: vi.fn(),
    tell: vi.fn(),
    reports: () => Promise.resolve([]),
    adapt: vi.fn(),
    enterAnew: vi.fn(),
    hangUp: vi.fn(),
    close: vi.fn(),
  };
  return { state, link };
}

beforeEach(() => {
  fakeDevices();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A call that moves to another way, over which the other is not connected yet. */
function move() {
  const former = fakeLink(true).link;
  const { state, link } = fakeLink(false);
  const moving = new MovingLink(former);
  moving.moveTo(link);
  return { moving, former, link, state };
}

it('turns a device off for those, too, who are not connected over the new way yet', () => {
  const { moving, former, link, state } = move();
  moving.send('microphone', null);
  moving.announce();
  moving.tell(attendeeId, ASK);
  for (const way of [former, link]) {
    expect(way.send).toHaveBeenCalledExactlyOnceWith('microphone', null);
    expect(way.announce).toHaveBeenCalledOnce();
  }
  expect([former, link].map(({ tell }) => vi.mocked(tell).mock.calls)).toEqual([[[attendeeId, ASK]], []]);
  state.isConnected = true;
  moving.tell(attendeeId, ASK);
  expect([former, link].map(({ tell }) => vi.mocked(tell).mock.calls.length)).toEqual([1, 1]);
});

it('[VID-01] gives the former way up without a farewell a moment after all are connected over the new one, or came too late', () => {
  for (const waits of [false, true]) {
    const { moving, former, state } = move();
    expect([moving.views()[0]?.status, moving.isMoving]).toEqual(['connected', true]);
    if (waits) {
      vi.advanceTimersByTime(11_999);
      expect(former.close).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
    } else {
      state.isConnected = true;
      // The other may not have come over yet.
      vi.advanceTimersByTime(2_000);
      expect(former.close).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1_000);
    }
    expect(moving.views()[0]?.status).toBe(waits ? 'connecting' : 'connected');
    expect([moving.isMoving, vi.mocked(former.hangUp).mock.calls]).toEqual([false, []]);
    expect(former.close).toHaveBeenCalledOnce();
  }
});

it('keeps the former way until the new one knows who is in the call', () => {
  const { moving, former, state } = move();
  state.hasOthers = false;
  expect(moving.views()).toEqual([]);
  expect([moving.isMoving, vi.mocked(former.close).mock.calls]).toEqual([true, []]);
});

it('hangs up over both ways', () => {
  const { moving, former, link } = move();
  moving.hangUp();
  for (const way of [former, link]) expect(way.hangUp).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(12_000);
  expect(former.close).not.toHaveBeenCalled();
});
