import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PersonOnCall } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { onCallForQuery } from '@/consults/queries';
import { useSearchText } from '@/shared/hooks/use-search-text';

/** Those on call for the consult's line who can take it over. */
export interface Receivers {
  readonly state: 'loading' | 'unknown' | 'known';
  /** The first of them, or of those who match the search; before them whoever is chosen and does not match. */
  readonly listed: readonly PersonOnCall[];
  /** How many of those listed match. */
  readonly found: number;
  /** How many others do. */
  readonly more: number;
  /** What is typed in the search; null while all of them are listed. */
  readonly typed: string | null;
  readonly search: (typed: string) => void;
}

/** `chosenId` is kept in the list, whatever is searched. */
export function useReceivers({ serviceLineId, responsible }: Consult, chosenId: number | ''): Receivers {
  const { typed, setTyped, text } = useSearchText();
  const { data, isPending, isError } = useQuery(onCallForQuery(serviceLineId, text));
  const line = isError ? undefined : data?.find((each) => each.serviceLineId === serviceLineId);
  const seen = useSeen(line?.people);
  const canTakeOver = ({ id }: PersonOnCall) => id !== responsible?.id;
  if (line === undefined) {
    const state = isPending ? 'loading' : 'unknown';
    return { state, listed: [], found: 0, more: 0, typed: typed === '' ? null : typed, search: setTyped };
  }
  const found = line.people.filter(canTakeOver);
  const isMissing = !found.some(({ id }) => id === chosenId);
  const chosen = seen.filter((person) => isMissing && person.id === chosenId && canTakeOver(person));
  const more = line.total - line.people.length;
  return {
    state: 'known',
    listed: [...chosen, ...found],
    found: found.length,
    more,
    typed: more > 0 || typed !== '' || text !== '' ? typed : null,
    search: setTyped,
  };
}

/** Everyone who has been listed since the dialog was opened. */
function useSeen(people: readonly PersonOnCall[] = []): readonly PersonOnCall[] {
  const [seen, setSeen] = useState<readonly PersonOnCall[]>([]);
  const unseen = people.filter(({ id }) => !seen.some((person) => person.id === id));
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  return seen;
}
