import { HttpResponse } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { AttendancePoller } from './attendance-poller';

it('continues polling if a listener throws', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stopClock();
  const { attended, responses } = serveMeeting();
  responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  const poller = new AttendancePoller(joined, {
    onAttendance: () => {
      throw new TypeError('no connections here');
    },
    onSignal: () => undefined,
    isEager: () => false,
    onReachable: () => undefined,
    onEnded: () => undefined,
  });
  onTestFinished(() => poller.stop());
  await pass(0);
  await pass(constants.ATTEND_MS);
  expect([attended.length, complain.mock.calls.length]).toEqual([2, 2]);
});
