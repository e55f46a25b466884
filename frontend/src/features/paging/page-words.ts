import { choices } from '@/api/contract/choices/paging.gen';
import type { PageRead } from '@/api/generated/types.gen';

export function isCritical({ priority }: Pick<PageRead, 'priority'>): boolean {
  return priority === 'critical';
}

/** What the user is paged about. */
export function titleOf({ kind }: Pick<PageRead, 'kind'>): string {
  return choices.EscalationKind.find(({ value }) => value === kind)?.label ?? '';
}
