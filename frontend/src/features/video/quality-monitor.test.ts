import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { endCall, joinCall } from './call';
import { callQuality, callRoute } from './quality-monitor';

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** Joins a call with one other, who is connected. */
async function meet() {
  const served = serveMeeting();
  const browser = fakeDevices();
  const peers = fakePeers();
  served.responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await joinCall(about);
  await pass(0);
  const [peer] = peers;
  if (peer === undefined) throw new Error('There is nobody.');
  peer.changeState('connected');
  return { browser, peer };
}

/** Statistics after so many seconds, of which a part of the packets was lost, and what the network takes. */
function network(at: number, lost: number, available = 6_000_000) {
  const stats = [
    { id: 'T', type: 'transport', selectedCandidatePairId: 'P' },
    {
      id: 'P',
      type: 'candidate-pair',
      localCandidateId: 'L',
      currentRoundTripTime: 0.05,
      availableOutgoingBitrate: available,
    },
    { id: 'L', type: 'local-candidate', candidateType: 'relay' },
    { id: 'I', type: 'inbound-rtp', kind: 'audio', packetsReceived: 50 * at * (1 - lost), packetsLost: 50 * at * lost },
    { id: 'O', type: 'outbound-rtp', kind: 'audio', packetsSent: 50 * at },
    { id: 'R', type: 'remote-inbound-rtp', kind: 'audio', fractionLost: lost },
  ];
  return stats.map((stat) => [stat.id, stat] as const);
}

describe('the connections', () => {
  /** Lets time pass while the network loses this part of all packets. */
  async function measure(
    peer: ReturnType<typeof fakePeers>[number],
    seconds: number,
    lost: number,
    available?: number,
  ) {
    for (let at = 0; at <= seconds; at += 2) {
      for (const [id, stat] of network(1_000 + at, lost, available)) peer.stats.set(id, stat);
      await pass(2_000);
    }
  }

  it('are measured in both directions, with the way that they take', async () => {
    const { peer } = await meet();
    await measure(peer, 2, 0);
    expect(callQuality.getState()).toMatchObject({
      sending: { level: 'good' },
      receiving: { [otherWindow.attendeeId]: { level: 'good' } },
    });
    expect(callRoute()).toBe('relay');
    await measure(peer, 6, 0.25);
    expect(callQuality.getState()).toMatchObject({
      sending: { level: 'poor', reason: 'loss' },
      receiving: { [otherWindow.attendeeId]: { level: 'poor', reason: 'loss' } },
    });
    endCall();
    expect(callQuality.getState()).toEqual({ sending: null, receiving: {} });
    await pass(0);
  });

  it('get as much as each of them takes, sound first', async () => {
    const { peer } = await meet();
    expect(peer.encodings()[1]).toMatchObject({ scaleResolutionDownBy: 2, maxBitrate: 3_200_000 });
    await measure(peer, 2, 0, 700_000);
    expect(peer.encodings()).toMatchObject([
      { priority: 'high', networkPriority: 'high', maxBitrate: 40_000 },
      { priority: 'low', scaleResolutionDownBy: 3, maxBitrate: 3_200_000 },
      { priority: 'medium', maxBitrate: 1_500_000 },
    ]);
    await measure(peer, 2, 0, 100_000);
    expect(peer.encodings()[1]).toMatchObject({ scaleResolutionDownBy: 6 });
  });
});
