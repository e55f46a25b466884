import { expect, it, onTestFinished, vi } from 'vitest';

import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { connectLive } from '@/testing/live-server';
import { about, joined, serveMeeting } from '@/testing/meeting';

import { joinCall } from './call';

/** Longer than it takes to fetch after an event, and shorter than the polling interval. */
const SETTLE_MS = 200;
const ANOTHER = '1c7d2f9f-5a1f-4b8b-9a63-7a7d3b8eaf21';

it('fetches immediately on events for its meeting, its consult or its user, and not on others', async () => {
  const { attended } = serveMeeting();
  fakeDevices();
  const live = await connectLive();
  onTestFinished(() => {
    session.setState(null, true);
    live.close();
  });
  await joinCall(about);
  await vi.waitFor(() => expect(attended).toHaveLength(1));
  await live.send('meeting:signalled', { meetingId: joined.meeting.meetingId });
  await vi.waitFor(() => expect(attended).toHaveLength(2));
  await live.send('consult:meeting-changed', { consultId: about.consultId, requesterId: 1 });
  await vi.waitFor(() => expect(attended).toHaveLength(3));
  await live.send('user:updated', { userId: 1 });
  await vi.waitFor(() => expect(attended).toHaveLength(4));
  await live.send('meeting:signalled', { meetingId: ANOTHER });
  await live.send('consult:meeting-changed', { consultId: ANOTHER, requesterId: 1 });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  expect(attended).toHaveLength(4);
});
