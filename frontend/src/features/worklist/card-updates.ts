import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

import type { ListedConsult } from '@/api/generated/types.gen';

import type { WorklistFilter } from './filter';
import { cardsOf, type Pages } from './place-card';
import { fetchCards, WORKLIST_KEY, worklistQuery } from './queries';

/** The server returns at most this many cards per request; if more consults change, the list is reloaded once. */
const MAX_CARDS = 100;

export interface CardUpdate {
  readonly id: string;
  /** Null if the consult is not in the list. */
  readonly card: ListedConsult | null;
}

/**
 * Fetches the cards of changed consults and passes on one update for each. If two fetches overlap, only the later one counts for the
 * consults that both include, in whatever order the responses arrive.
 */
export class CardUpdates {
  private readonly queryClient: QueryClient;
  private readonly latest = new Map<string, symbol>();

  constructor(queryClient: QueryClient) {
    this.queryClient = queryClient;
  }

  /** The consults in the cached lists of all filters. */
  listedIds(): ReadonlySet<string> {
    const lists = this.queryClient.getQueriesData<Pages>({ queryKey: [WORKLIST_KEY] });
    return new Set(lists.flatMap(([, data]) => (data === undefined ? [] : cardsOf(data).map(({ id }) => id))));
  }

  async update(filter: WorklistFilter, ids: readonly string[], apply: (update: CardUpdate) => void): Promise<void> {
    if (ids.length === 0) return;
    const { queryKey } = worklistQuery(filter);
    // After a failed reload, updating single cards would make an outdated list look current.
    const isOutdated = this.queryClient.getQueryState(queryKey)?.status === 'error';
    try {
      if (ids.length <= MAX_CARDS && !isOutdated) {
        await this.updateCards(filter, ids, apply);
        return;
      }
    } catch {
      // Reload the list instead; it reports its own failure.
    }
    await this.queryClient.invalidateQueries({ queryKey });
  }

  private async updateCards(filter: WorklistFilter, ids: readonly string[], apply: (update: CardUpdate) => void) {
    const turn = Symbol('turn');
    for (const id of ids) this.latest.set(id, turn);
    const cards = await this.freshCards(filter, ids);
    for (const id of ids) {
      if (this.latest.get(id) !== turn) continue;
      this.latest.delete(id);
      apply({ id, card: cards.get(id) ?? null });
    }
  }

  /**
   * Waits for a page load in flight, which would overwrite the cards with older data. If another page load starts during the
   * fetch, either of the two may be newer, so the cards are fetched again.
   */
  private async freshCards(
    filter: WorklistFilter,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ListedConsult>> {
    const { queryKey } = worklistQuery(filter);
    for (;;) {
      await this.settled(queryKey);
      const watch = this.watchForFetch(queryKey);
      const cards = await fetchCards(ids, filter).finally(watch.stop);
      if (!watch.hasFetched()) return cards;
    }
  }

  private watchForFetch(queryKey: QueryKey) {
    const hash = hashKey(queryKey);
    let fetched = false;
    const stop = this.queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.query.queryHash === hash && event.action.type === 'fetch') fetched = true;
    });
    return { stop, hasFetched: () => fetched };
  }

  private settled(queryKey: QueryKey): Promise<void> {
    const isFetching = () => this.queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
    if (!isFetching()) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.queryClient.getQueryCache().subscribe(() => {
        if (isFetching()) return;
        stop();
        resolve();
      });
    });
  }
}
