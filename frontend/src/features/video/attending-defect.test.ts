import { HttpResponse } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { Attending } from './attending';

it('goes on though a connection cannot be made of what it hears', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stopClock();
  const { attended, responses } = serveMeeting();
  responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  const attending = new Attending(joined, {
    onAttendance: () => {
      throw new TypeError('no connections here');
    },
    onSignal: () => undefined,
    isEager: () => false,
    onReach: () => undefined,
    onEnded: () => undefined,
  });
  onTestFinished(() => attending.stop());
  await pass(0);
  await pass(constants.ATTEND_MS);
  expect([attended.length, complain.mock.calls.length]).toEqual([2, 2]);
});
