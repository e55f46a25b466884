import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

import type { ConsultCard } from '@/api/generated/types.gen';

import { fetchCard, WORKLIST_KEY } from './queries';
import { cardsOf, type Pages } from './place-card';

/** More consults than this at once are one reload of the list. */
const MANY = 12;

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
    // A list whose last reload failed would look true again with one card of it renewed.
    const isOld = this.queryClient.getQueryState(queryKey)?.status === 'error';
    if (ids.length > MANY || (ids.length > 0 && isOld)) {
      await this.queryClient.invalidateQueries({ queryKey });
      return;
    }
    try {
      await Promise.all(ids.map((id) => this.updateOne(queryKey, id, place)));
    } catch {
      // The cards could not be had; the list says so itself when it cannot be reloaded either.
      await this.queryClient.invalidateQueries({ queryKey });
    }
  }

  private async updateOne(queryKey: QueryKey, id: string, place: (update: CardUpdate) => void): Promise<void> {
    const turn = Symbol(id);
    this.latest.set(id, turn);
    const card = await this.freshCard(queryKey, id);
    if (this.latest.get(id) !== turn) return;
    this.latest.delete(id);
    place({ id, card });
  }

  /**
   * A page load that is under way would overwrite the card with what was true when it began, so it is waited for; one that
   * began meanwhile may be older or newer than the card, so the card is fetched again.
   */
  private async freshCard(queryKey: QueryKey, id: string): Promise<ConsultCard | null> {
    for (;;) {
      await this.settled(queryKey);
      const { card, overtaken } = await this.cardAndWhetherOvertaken(queryKey, id);
      if (!overtaken) return card;
    }
  }

  private async cardAndWhetherOvertaken(queryKey: QueryKey, id: string) {
    const hash = hashKey(queryKey);
    let overtaken = false;
    const stop = this.queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.query.queryHash === hash && event.action.type === 'fetch') overtaken = true;
    });
    try {
      const card = await fetchCard(id);
      return { card, overtaken };
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
