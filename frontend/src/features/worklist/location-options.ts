import type { ComboboxItem, OptionsFilter } from '@mantine/core';

import type { LocationRead } from '@/api/generated/types.gen';
import { containsWords } from '@/shared/lib/word-filter';

/** The number of options that even a slow computer renders without a delay; typing finds the others. */
export const MAX_SHOWN = 50;

export interface LocationGroup {
  readonly group: string;
  readonly items: ComboboxItem[];
}

export interface LocationOptions {
  readonly groups: LocationGroup[];
  /** The ids of all available locations. */
  readonly known: ReadonlySet<number>;
}

/** Location units by facility, both sorted by name; `only` limits them to these ids. */
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

/** Finds units by the words of their facility and name. */
export const filterLocations: OptionsFilter = ({ options, search, limit }) => {
  let room = limit;
  return options.flatMap((option) => {
    if (!('group' in option)) return [];
    const facility = typeof option.group === 'string' ? option.group : '';
    const items = option.items.filter(({ label }) => containsWords(`${facility} ${label}`, search)).slice(0, room);
    room -= items.length;
    return items.length === 0 ? [] : [{ group: option.group, items }];
  });
};
