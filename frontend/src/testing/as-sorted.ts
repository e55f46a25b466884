import type { PageRead } from '@/api/generated/types.gen';

/** As the server sorts what is of one kind and has not been seen: critical first, then whatever has waited longest. */
export function asSorted<P extends Pick<PageRead, 'priority' | 'startedAt'>>(pages: readonly P[]): P[] {
  const rank = ({ priority }: P) => (priority === 'critical' ? 0 : 1);
  return pages.toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.startedAt) - Date.parse(b.startedAt));
}
