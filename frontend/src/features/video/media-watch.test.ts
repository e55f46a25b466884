import { afterEach, expect, it, vi } from 'vitest';

import { fakeDevices } from '@/testing/fake-devices';
import { makeOther, otherWindow } from '@/testing/meeting';

import type { OtherAttendee } from './media-link';
import { MediaWatch, troubles } from './media-watch';

const id = otherWindow.attendeeId;
const NUMBER = '(305) 555-0123';
let watch: MediaWatch | null = null;

afterEach(() => watch?.stop());

/** Watches Dana, of whom a test may say what the connection does. */
function follow(first: Partial<OtherAttendee> = {}) {
  fakeDevices();
  const now = { others: [makeOther({ status: 'connecting', ...first })], arrived: false };
  const onProblem = vi.fn();
  const made = new MediaWatch({ others: () => now.others, hasArrived: () => now.arrived, onProblem });
  watch = made;
  const become = (change: Partial<OtherAttendee>) => {
    now.others = now.others.map((other) => ({ ...other, ...change }));
  };
  return { watch: made, now, onProblem, become };
}

it('reports after five seconds that there is no connection, at once, and later that there is one', () => {
  const { watch: watched, now, onProblem, become } = follow();
  expect(watched.report()).toBeNull();
  watched.look(0);
  watched.look(4_999);
  expect(watched.report()).toMatchObject({ flowing: false, problems: [] });
  watched.look(5_000);
  watched.look(6_000);
  expect(watched.report()).toMatchObject({ flowing: false, problems: [{ attendeeId: id, problem: 'noConnection' }] });
  expect(onProblem).toHaveBeenCalledOnce();
  become({ status: 'connected' });
  now.arrived = true;
  watched.look(7_000);
  expect(watched.report()).toMatchObject({ flowing: true, problems: [] });
  expect(onProblem).toHaveBeenCalledTimes(2);
});

it.each([
  ['says that they send', { microphone: true, camera: false }, [{ attendeeId: id, problem: 'noMedia' }]],
  ['sends nothing', { microphone: false, camera: false }, []],
] as const)('five seconds begin when one is connected who %s', (_what, sent, problems) => {
  const { watch: watched, become } = follow();
  watched.look(0);
  become({ status: 'connected', media: { ...makeOther().media, ...sent } });
  watched.look(4_000);
  watched.look(8_999);
  expect(watched.report()).toMatchObject({ flowing: false, problems: [] });
  watched.look(9_000);
  expect(watched.report()).toMatchObject({ flowing: false, problems });
});

it('an interrupted connection is lost after five seconds', () => {
  const { watch: watched, now, become } = follow({ status: 'connected' });
  now.arrived = true;
  watched.look(0);
  become({ status: 'interrupted' });
  watched.look(20_000);
  watched.look(24_999);
  expect(watched.report()).toMatchObject({ flowing: true, problems: [] });
  watched.look(25_000);
  expect(watched.report()).toMatchObject({ flowing: true, problems: [{ attendeeId: id, problem: 'connectionLost' }] });
});

it('a connection that replaces one over which something arrived has five seconds, like the first one', () => {
  const { watch: watched, now, become } = follow({ status: 'connected' });
  now.arrived = true;
  watched.look(0);
  become({ status: 'interrupted' });
  watched.look(20_000);
  become({ status: 'connecting' });
  watched.look(21_000);
  watched.look(25_999);
  expect(watched.report()).toMatchObject({ flowing: false, problems: [] });
  watched.look(26_000);
  expect(watched.report()).toMatchObject({ flowing: false, problems: [{ attendeeId: id, problem: 'noConnection' }] });
});

it('tells the user with whom it does not work, on which side, and the number that the server has sent', () => {
  const { watch: watched } = follow();
  watched.look(0);
  watched.attend({ attendees: [otherWindow], callbacks: [] });
  expect(troubles.getState()).toEqual([]);
  const callback = { attendeeId: id, phoneNumber: NUMBER, problem: 'noMedia' } as const;
  watched.attend({ attendees: [otherWindow], callbacks: [{ ...callback, isHere: false }] });
  const trouble = { attendeeId: id, name: 'Dana Lee', phoneNumber: NUMBER };
  expect(troubles.getState()).toEqual([{ ...trouble, side: 'there', problem: 'noMedia' }]);
  watched.attend({ attendees: [otherWindow], callbacks: [{ ...callback, isHere: true }] });
  expect(troubles.getState()).toEqual([]);
  watched.look(5_000);
  watched.attend({ attendees: [otherWindow], callbacks: [{ ...callback, isHere: true }] });
  expect(troubles.getState()).toEqual([{ ...trouble, side: 'here', problem: 'noConnection' }]);
  watched.stop();
  expect(troubles.getState()).toEqual([]);
});
