import { expect, it, onTestFinished, vi } from 'vitest';

import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { connectLive } from '@/testing/live-server';
import { about, joined, serveMeeting } from '@/testing/meeting';

import { joinCall } from './call';

/** Long after what is announced is fetched, and long before it would be fetched anyway. */
const MEANWHILE = 200;
const ANOTHER = '1c7d2f9f-5a1f-4b8b-9a63-7a7d3b8eaf21';

it('fetches what is announced for its meeting, its consult or its user at once, and nothing for others', async () => {
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
  await live.send('consult:meeting-changed', { consultId: about.consultId });
  await vi.waitFor(() => expect(attended).toHaveLength(3));
  await live.send('user:updated', { userId: 1 });
  await vi.waitFor(() => expect(attended).toHaveLength(4));
  await live.send('meeting:signalled', { meetingId: ANOTHER });
  await live.send('consult:meeting-changed', { consultId: ANOTHER });
  await new Promise((resolve) => setTimeout(resolve, MEANWHILE));
  expect(attended).toHaveLength(4);
});
