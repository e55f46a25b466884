import { useQuery } from '@tanstack/react-query';

import type { EscalationKind, PageRead } from '@/api/generated/types.gen';
import { limitOf } from '@/consults/consult-priority';

import { prioritiesQuery } from './queries';

/** Of others somebody already takes care, however late it is. */
const UNACKNOWLEDGED: readonly EscalationKind[] = ['request', 'transfer'];

/** The limit of what nobody has acknowledged, in whole minutes, by the same rule as that of a card; undefined until it is known. */
export function useLimit({ kind, serviceLineId, priority }: PageRead): number | undefined {
  const isLimited = UNACKNOWLEDGED.includes(kind);
  const { data } = useQuery({ ...prioritiesQuery(serviceLineId), enabled: isLimited });
  const found = data?.filter(({ name }) => name === priority) ?? [];
  // Rather none than that of another priority: a line may have two of one name.
  const [only, other] = new Set(found.map((each) => limitOf({ priority: each })));
  return isLimited && other === undefined ? only : undefined;
}
