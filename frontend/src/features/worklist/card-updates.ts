import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

import type { ConsultCard } from '@/api/generated/types.gen';

import { fetchCards, WORKLIST_KEY } from './queries';
import { cardsOf, type Pages } from './place-card';

/** More consults than the server answers at once are one reload of the list. */
const MANY = 100;

export interface CardUpdate {
  readonly id: string;
  /** Null when the user may not or no longer see the consult. */
  readonly card: ConsultCard | null;
}

/**
 * Fetches the cards of consults that changed and hands them over one by one for their place in the list. Of two updates of one
 * consult only the later one counts, in whatever order the answers come.
 */
export class CardUpdates {
  private readonly queryClient: QueryClient;
  private readonly latest = new Map<string, symbol>();

  constructor(queryClient: QueryClient) {
    this.queryClient = queryClient;
  }

  /** The consults that stand in a list of any filter. */
  listedIds(): ReadonlySet<string> {
    const lists = this.queryClient.getQueriesData<Pages>({ queryKey: [WORKLIST_KEY] });
    return new Set(lists.flatMap(([, data]) => (data === undefined ? [] : cardsOf(data).map(({ id }) => id))));
  }

  async update(queryKey: QueryKey, ids: readonly string[], place: (update: CardUpdate) => void): Promise<void> {
    if (ids.length === 0) return;
    // A list whose last reload failed would look true again with one card of it renewed.
    const isOld = this.queryClient.getQueryState(queryKey)?.status === 'error';
    try {
      if (ids.length <= MANY && !isOld) {
        await this.updateCards(queryKey, ids, place);
        return;
      }
    } catch {
      // The cards could not be had; the list says so itself when it cannot be reloaded either.
    }
    await this.queryClient.invalidateQueries({ queryKey });
  }

  private async updateCards(queryKey: QueryKey, ids: readonly string[], place: (update: CardUpdate) => void) {
    const turn = Symbol('turn');
    for (const id of ids) this.latest.set(id, turn);
    const cards = await this.freshCards(queryKey, ids);
    for (const id of ids) {
      if (this.latest.get(id) !== turn) continue;
      this.latest.delete(id);
      place({ id, card: cards.get(id) ?? null });
    }
  }

  /**
   * A page load that is under way would overwrite the cards with what was true when it began, so it is waited for; one that
   * began meanwhile may be older or newer than the cards, so they are fetched again.
   */
  private async freshCards(queryKey: QueryKey, ids: readonly string[]): Promise<ReadonlyMap<string, ConsultCard>> {
    for (;;) {
      await this.settled(queryKey);
      const { cards, overtaken } = await this.cardsAndWhetherOvertaken(queryKey, ids);
      if (!overtaken) return cards;
    }
  }

  private async cardsAndWhetherOvertaken(queryKey: QueryKey, ids: readonly string[]) {
    const hash = hashKey(queryKey);
    let overtaken = false;
    const stop = this.queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.query.queryHash === hash && event.action.type === 'fetch') overtaken = true;
    });
    try {
      const cards = await fetchCards(ids);
      return { cards, overtaken };
    } finally {
      stop();
    }
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
