import { expect, it } from 'vitest';

import { wordsOf } from './finding-words';
import type { NetworkFinding } from './network-check';

const found = (change: Partial<NetworkFinding>): NetworkFinding => ({
  way: 'relay',
  hasRelay: true,
  roundTrip: 30,
  bitRate: 2_000_000,
  ...change,
});

it.each<[string, NetworkFinding | 'unanswered' | null, string, string]>([
  ['nothing yet', null, 'neutral', 'Checking'],
  ['no answer', 'unanswered', 'warning', 'Unknown'],
  ['no connections at all', found({ way: 'none' }), 'danger', 'Blocked'],
  ['a relay out of reach', found({ way: 'direct' }), 'warning', 'Limited'],
  ['no relay to reach', found({ way: 'direct', hasRelay: false }), 'success', 'Ready'],
  ['too little for a picture', found({ bitRate: 299_000 }), 'warning', 'Poor'],
  ['enough for a small picture', found({ bitRate: 1_499_000 }), 'warning', 'Fair'],
  ['a long way', found({ roundTrip: 401 }), 'warning', 'Fair'],
  ['enough, and near', found({}), 'success', 'Good'],
])('says what %s means for a call', (_what, finding, tone, label) => {
  expect(wordsOf(finding)).toMatchObject({ tone, label });
});
