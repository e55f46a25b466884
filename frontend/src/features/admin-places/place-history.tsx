import { useQuery } from '@tanstack/react-query';

import type { DifferenceRead, PlaceKind } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { History } from '@/versions/history';
import { useConfirmed } from '@/versions/use-confirmed';

import { useFetchPlaceAgain, useRestorePlace, versionsQuery } from './queries';

export interface PlaceHistoryProps {
  kind: PlaceKind;
  place: { readonly id: number; readonly version: string; readonly managedBy: string | null };
  name: string;
  differenceInWords: (difference: DifferenceRead) => string;
  /** Nothing can be restored now: the form has changes that are not saved, or changes are drafted. */
  isFixed: boolean;
}

/** What was changed about a place; each earlier version can be restored. */
export function PlaceHistory({ kind, place, name, differenceInWords, isFixed }: PlaceHistoryProps) {
  const { id, version, managedBy } = place;
  const versions = useQuery(versionsQuery(kind, id));
  const { mutateAsync: restore } = useRestorePlace();
  const fetchAgain = useFetchPlaceAgain(kind, id);
  const asking = useConfirmed({ title: 'Restore This Version?', confirmLabel: 'Restore Anyway' });
  return (
    <>
      <History
        versions={versions}
        differenceInWords={differenceInWords}
        restoring={
          managedBy !== null || isFixed
            ? null
            : {
                restore: (number) => asking.run((confirmed) => restore({ kind, id, version, number, confirmed })),
                effect: ({ at }) => `${name} becomes as it was at ${formatTimestamp(at)}.`,
                onStale: fetchAgain,
              }
        }
      />
      {asking.dialog}
    </>
  );
}
