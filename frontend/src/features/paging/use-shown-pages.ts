import { useRef } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { PageRead } from '@/api/generated/types.gen';
import { useWhileVisible } from '@/shared/hooks/use-while-visible';

import { useReportShown } from './queries';

/** Reports once that a page is shown here, which proves that it has arrived; in a hidden tab, where nobody sees it, once it is visible. */
export function useShownPages(pages: readonly PageRead[]) {
  const { mutateAsync } = useReportShown();
  const reported = useRef(new Set<number>());
  const report = async (ids: readonly number[]) => {
    for (const id of ids) reported.current.add(id);
    try {
      await mutateAsync(ids);
    } catch {
      // With the next change, or when the user returns to the tab.
      for (const id of ids) reported.current.delete(id);
    }
  };
  const ids = pages.map(({ id }) => id);
  useWhileVisible(ids.join(), () => {
    const news = ids.filter((id) => !reported.current.has(id));
    for (let start = 0; start < news.length; start += constants.MAX_RECEIPTS)
      void report(news.slice(start, start + constants.MAX_RECEIPTS));
  });
}
