import { expect, it } from 'vitest';

import { planSending, type SendSituation } from './send-plan';

const heightFor = (situation: Partial<SendSituation>) =>
  planSending({ available: 10_000_000, others: 1, isForwarded: false, sharing: false, height: 1080, ...situation })
    .camera.height;

it.each([
  [60_000, 180],
  [300_000, 180],
  [600_000, 360],
  [1_100_000, 540],
  [2_000_000, 720],
  [5_000_000, 1080],
])('the height of the picture follows the network, sound first: %i bits a second', (available, height) => {
  expect(heightFor({ available })).toBe(height);
});

it('the picture begins at a middle size, and grows by one step at a time', () => {
  expect(heightFor({ available: null, height: null })).toBe(540);
  expect(([null, 180, 360, 540, 720, 1080] as const).map((height) => heightFor({ height }))).toEqual([
    540, 360, 540, 720, 1080, 1080,
  ]);
});

it('a larger picture needs a reserve, a smaller one comes at once', () => {
  expect([heightFor({ available: 1_900_000, height: 540 }), heightFor({ available: 2_300_000, height: 540 })]).toEqual([
    540, 720,
  ]);
  expect([heightFor({ available: 1_900_000, height: 720 }), heightFor({ available: 1_600_000, height: 720 })]).toEqual([
    720, 540,
  ]);
});

it('the more others there are, the less each of them gets at most, whatever the network takes', () => {
  const plans = [1, 2, 3, 4, 5].map((others) =>
    planSending({ available: 20_000_000, others, isForwarded: false, sharing: false, height: 1080 }),
  );
  expect(plans.map(({ camera }) => [camera.height, camera.bits])).toEqual([
    [1080, 3_200_000],
    [720, 1_700_000],
    [720, 1_700_000],
    [540, 1_000_000],
    [540, 1_000_000],
  ]);
});

it('what a server forwards is sent once, so that more others leave it larger', () => {
  expect([1, 2, 3, 5].map((others) => heightFor({ others, isForwarded: true }))).toEqual([1080, 1080, 720, 720]);
});

it('what is shared comes before the camera, but leaves it something', () => {
  expect(heightFor({ available: 2_000_000, sharing: true })).toBe(360);
  expect(heightFor({ available: 400_000, sharing: true })).toBe(180);
});
