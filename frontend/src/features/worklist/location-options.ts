import type { ComboboxItem, OptionsFilter } from '@mantine/core';

import type { LocationRead } from '@/api/generated/types.gen';

import { askedWords, wordsOf } from './words';

/** As many are shown at once as a slow computer draws in no time; typing finds the others. */
export const MOST_SHOWN = 50;

export interface LocationGroup {
  readonly group: string;
  readonly items: ComboboxItem[];
}

export interface LocationOptions {
  readonly groups: LocationGroup[];
  /** The ids of the locations that there are to choose from. */
  readonly known: ReadonlySet<number>;
}

/** Location units by facility, both by name, as far as they are in `only`. */
export function locationGroups(locations: readonly LocationRead[], only: ReadonlySet<number> | null): LocationOptions {
  const offered = only === null ? locations : locations.filter(({ id }) => only.has(id));
  const groups = new Map<string, ComboboxItem[]>();
  for (const { id, displayName, facilityName } of offered) {
    const items = groups.get(facilityName) ?? [];
    items.push({ value: String(id), label: displayName });
    groups.set(facilityName, items);
  }
  return {
    groups: [...groups]
      .map(([group, items]) => ({ group, items: items.sort((one, other) => one.label.localeCompare(other.label)) }))
      .sort((one, other) => one.group.localeCompare(other.group)),
    known: new Set(offered.map(({ id }) => id)),
  };
}

/** Finds units of which, with their facility, a word begins with each typed word. */
export const filterLocations: OptionsFilter = ({ options, search, limit }) => {
  const asked = askedWords(search);
  let room = limit;
  return options.flatMap((option) => {
    if (!('group' in option)) return [];
    const facility = typeof option.group === 'string' ? option.group : '';
    const items = option.items.filter(({ label }) => isNamed(`${facility} ${label}`, asked)).slice(0, room);
    room -= items.length;
    return items.length === 0 ? [] : [{ group: option.group, items }];
  });
};

const read = new Map<string, string[]>();

function isNamed(name: string, asked: readonly string[]): boolean {
  if (asked.length === 0) return true;
  const words = read.get(name) ?? wordsOf(name);
  read.set(name, words);
  return asked.every((word) => words.some((known) => known.startsWith(word)));
}
