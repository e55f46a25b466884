import { useState } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { useIsMobile } from '@/shared/hooks/use-layout';

/** More are only counted until the user wants to see them, so that the bar never covers the work by itself. */
const MAX_SHOWN = 2;
const MAX_SHOWN_ON_PHONE = 1;

export interface Rows {
  /** Also those that have ended while they had to stay. */
  readonly shown: readonly PageRead[];
  /** There are more than are shown at first. */
  readonly hasMore: boolean;
  /** Those that are not shown and that `hasMore` leads to. */
  readonly hidden: number;
  /** Those that came while the rows had to stay, and that nothing leads to yet. */
  readonly arrived: number;
}

interface Hold {
  readonly isHeld: boolean;
  readonly isPressed: boolean;
  readonly isExpanded: boolean;
}

/** The rows of the bar: while they are held, they stay as they were, and what arrives is only counted. */
export function useRows(pages: readonly PageRead[], here: string | null, hold: Hold): Rows {
  const { isHeld, isPressed, isExpanded } = hold;
  const isMobile = useIsMobile();
  const [kept, setKept] = useState({ pages, here });
  const rows = arrange(kept.pages, here);
  const most = mostOf(rows, here, isMobile);
  const hasMore = rows.length > most;
  const showsAll = isExpanded && hasMore;
  const shown = current(showsAll ? rows : rows.slice(0, most), pages);
  // Another consult on the page is another situation.
  const hasMoved = kept.here !== here;
  const hasOnlyEnded = !isPressed && !shown.some((row) => pages.includes(row));
  const mayChange = !isHeld || hasMoved || hasOnlyEnded;
  if (mayChange && (hasMoved || kept.pages !== pages)) setKept({ pages, here });
  const others = pages.filter((page) => !shown.includes(page)).length;
  return hasMore && !showsAll
    ? { shown, hasMore, hidden: others, arrived: 0 }
    : { shown, hasMore, hidden: 0, arrived: others };
}

/** The rows as they are now, or as they were when they ended. */
function current(rows: readonly PageRead[], pages: readonly PageRead[]): readonly PageRead[] {
  return rows.map((row) => pages.find(({ id }) => id === row.id) ?? row);
}

/** What waits about the consult on the page comes first, because the user is there, then the loudest of the others; the rest as the server sorts it. */
function arrange(pages: readonly PageRead[], here: string | null): readonly PageRead[] {
  const own = pages.find(({ consultId }) => consultId === here);
  const other = pages.find(({ consultId }) => consultId !== here);
  if (own === undefined || other === undefined) return pages;
  return [own, other, ...pages.filter((page) => page !== own && page !== other)];
}

/** On a phone the second row is for what is louder elsewhere. */
function mostOf([first, second]: readonly PageRead[], here: string | null, isMobile: boolean): number {
  const isAboutTwo = first?.consultId === here && second?.consultId !== here;
  return isMobile && !isAboutTwo ? MAX_SHOWN_ON_PHONE : MAX_SHOWN;
}
