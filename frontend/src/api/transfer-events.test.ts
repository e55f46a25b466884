import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { connectLive, untilDelivered } from '@/testing/live-server';
import { mountQuery } from '@/testing/mounted-queries';

import { connectQueries } from './live';
import { closeSocket } from './socket';

let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  client = new QueryClient();
  stop = connectQueries(client);
});

afterEach(() => {
  closeSocket();
  stop();
  client.clear();
});

const payload = {
  consultId: '1',
  serviceLineId: 2,
  locationId: 11,
  organizationId: 1,
  actorId: 900,
  transferId: 'e1',
};

it.each([
  ['[RT-12]', 'transfer:created'],
  ['[RT-13]', 'transfer:acknowledged'],
  ['[RT-14]', 'transfer:completed'],
  // Closing the consult closes its transfer, and noting that a facility declined changes it.
  ['[TRF-09]', 'consult:updated-state'],
  ['[TRF-08]', 'consult:updated'],
] as const)(
  '%s [BAPI-26] %s makes the consult, its timeline and its transfer stale, and nothing else',
  async (_, name) => {
    const live = await connectLive();
    const stale = ['consult/1', 'timeline/1', 'transfer/1'] as const;
    const others = ['consult/2', 'transfer/2', 'viewers/1', 'me', 'notifications', 'worklist'] as const;
    const queries = [...stale, ...others].map((topic) => mountQuery(client, topic, [topic]));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    const delivered = untilDelivered();
    await live.send(name, payload);
    await delivered;
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(queries.map(({ mock }) => mock.calls.length)).toEqual([2, 2, 2, 1, 1, 1, 1, 1, 1]);
  },
);
