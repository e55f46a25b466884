import { describe, expect, it } from 'vitest';

import { bucketOf } from '@/consults/consult-state';
import type { ConsultCard } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';
import { makeCard, makeCards, makeTransfer } from '@/testing/make-card';
import { makeMe } from '@/testing/me';

import { awaitsAcknowledgement, mayConcern } from './cards';
import { changeFilter, defaultFilter, searchOf, transferFilterOf, withFavorites, type WorklistFilter } from './filter';
import { stateOptions } from './filter-options';
import { transferListQuery } from './queries';

const nurse = makeMe({ id: 1, locationIds: [11] });
const specialist = makeMe({ id: 2, isVirtual: true, checkedInLineIds: [3], locationIds: [99] });
const filterOf = (change: Partial<WorklistFilter>, me = nurse) => changeFilter(defaultFilter(me), change, me);
const event = { consultId: 'c', serviceLineId: 3, locationId: 11, actorId: 900 };

it.each([
  ['new', null, 'pending'],
  ['pending', null, 'pending'],
  ['completed', 'video', 'completed'],
  ['discharged', 'cancelled', 'completed'],
  ['completed', 'cancelled', 'cancelled'],
  ['cancelled', null, 'cancelled'],
] as const)(
  '[WL-42] [WL-43] [WL-44] [DET-13] [ENT-49] counts state %s with type %s as %s',
  (state, completeType, bucket) => {
    expect(bucketOf({ state, completeType })).toBe(bucket);
  },
);

it.each<[Partial<ConsultCard>, boolean]>([
  [{ state: 'new' }, true],
  [{ state: 'pending' }, true],
  [{ state: 'pending', acknowledgedAt: '2024-03-05T13:10:00Z' }, false],
  [{ state: 'completed' }, false],
])('[NOTIF-13] awaits acknowledgement: %j', (about, awaits) => {
  expect(awaitsAcknowledgement(makeCard(about))).toBe(awaits);
});

describe('whether an event may concern the list', () => {
  it.each([
    ['[WL-49] my location', {}, nurse, true],
    ['[WL-49] another location', { locationId: 12 }, nurse, false],
    ['[WL-49] my own action', { locationId: 12, actorId: 1 }, nurse, true],
    ['[WL-49] my checked-in line', { locationId: 12 }, specialist, true],
    ['[WL-49] another line while on call', { serviceLineId: 2, locationId: 99 }, specialist, false],
  ])('[RT-07] %s', (_case, change, me, expected) => {
    expect(mayConcern({ ...event, ...change }, filterOf({}, me), me)).toBe(expected);
  });

  it('[WL-22] [RT-07] follows the chosen lines and locations, and everything with the scope off', () => {
    expect(mayConcern(event, filterOf({ serviceLines: [2] }), nurse)).toBe(false);
    expect(mayConcern(event, filterOf({ locations: [12] }), nurse)).toBe(false);
    expect(mayConcern({ ...event, locationId: 12 }, filterOf({ locations: [12] }), nurse)).toBe(true);
    expect(mayConcern({ ...event, locationId: 50 }, filterOf({ assignedLocationsToggleOn: false }), nurse)).toBe(true);
  });
});

it('[WL-04] requests the next page of transfers after the loaded ones, until there are no more', () => {
  const { getNextPageParam } = transferListQuery(defaultFilter(nurse, 'transfer'));
  const page = { transfers: makeCards(25).map((card) => makeTransfer(card)), hasMore: true };
  expect(getNextPageParam(page, [page], 0, [0])).toBe(25);
  const last = { ...page, hasMore: false };
  expect(getNextPageParam(last, [last], 0, [0])).toBeUndefined();
});

describe('the filter', () => {
  it('[WL-02] [WL-21] [WL-22] [WL-27] [WL-52] defaults to what is waiting and counts the groups that differ', () => {
    expect(defaultFilter(specialist)).toEqual({
      sort: 'priorityHighToLow',
      serviceLines: [],
      locations: [],
      state: 'pending',
      searchString: '',
      usingFavorites: false,
      favorites: [],
      assignedLocationsToggleOn: true,
      count: 0,
    });
    expect(defaultFilter(nurse)).toEqual({ ...defaultFilter(specialist), state: 'new' });
    expect(defaultFilter(nurse, 'transfer')).toEqual({ ...defaultFilter(specialist), sort: 'oldestFirst' });
    const changed = filterOf({
      serviceLines: [2, 3],
      locations: [1],
      state: 'all',
      searchString: ' Marsh ',
      sort: 'oldestFirst',
    });
    expect(changed.count).toBe(4);
    expect(changed.searchString).toBe('Marsh');
  });

  it.each<[Partial<WorklistFilter>, number]>([
    [{ sort: 'newestFirst' }, 0],
    [{ assignedLocationsToggleOn: false }, 1],
    [{ assignedLocationsToggleOn: false, locations: [11] }, 1],
    [{ usingFavorites: true, favorites: [11] }, 1],
    [{ favorites: [11] }, 0],
    [{ searchString: '  ' }, 0],
  ])('[WL-02] counts %j as %i', (change, count) => {
    expect(filterOf(change).count).toBe(count);
  });

  it.each([
    [true, [], [11, 20]],
    [true, [20], [20]],
    [false, [], []],
  ])('[WL-16] with favorites only %s and %j chosen is limited to %j', (usingFavorites, locations, limit) => {
    expect(searchOf(filterOf({ usingFavorites, locations, favorites: [11, 20] })).filter.locations).toEqual(limit);
  });

  it('[WL-16] follows the favorites, and is not limited to them once there are none', () => {
    const limited = filterOf({ usingFavorites: true, favorites: [11, 20], locations: [11, 20] });
    const fewer = withFavorites(limited, [20], nurse, 'consult');
    expect(fewer).toMatchObject({ usingFavorites: true, favorites: [20], locations: [20], count: 1 });
    const none = withFavorites(limited, [], nurse, 'consult');
    expect(none).toMatchObject({ usingFavorites: false, favorites: [], locations: [], count: 0 });
  });

  it.each([
    ['all', 'all'],
    ['completed', 'completed'],
    ['cancelled', 'pending'],
    ['new', 'pending'],
  ] as const)(
    '[WL-28] [WL-35] [WL-52] requests transfers in state %s as %s, in the chosen order',
    (state, requested) => {
      const chosen = { sort: 'newestFirst', serviceLines: [2], locations: [11], searchString: 'Marsh' } as const;
      const filter = changeFilter(defaultFilter(nurse, 'transfer'), { ...chosen, state }, nurse, 'transfer');
      const { count } = filter;
      expect(transferFilterOf(filter)).toEqual({ ...chosen, state: requested, usingFavorites: false, count });
      expect(count).toBe(4);
    },
  );

  it('[WL-31] [WL-21] [WL-29] [WL-30] requests waiting consults by the state name for the type of user', () => {
    expect(defaultFilter(specialist).state).toBe('pending');
    expect(defaultFilter(nurse).state).toBe('new');
    const offered = (me: Me) => stateOptions(me, 'consult').map(({ value }) => value);
    expect(offered(specialist)).toEqual(['pending', 'completed', 'cancelled', 'all']);
    expect(offered(nurse)).toEqual(['new', 'completed', 'all']);
  });
});
