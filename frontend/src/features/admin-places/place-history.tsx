import { useQuery } from '@tanstack/react-query';

import type { DifferenceRead, PlaceKind } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { History } from '@/versions/history';
import { useConsequences } from '@/versions/use-consequences';

import { useFetchPlaceAgain, useRestorePlace, versionsQuery } from './queries';

export interface PlaceHistoryProps {
  kind: PlaceKind;
  place: { readonly id: number; readonly version: string; readonly managedBy: string | null };
  name: string;
  differenceInWords: (difference: DifferenceRead) => string;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** What was changed about a place; each earlier version can be restored. */
export function PlaceHistory({ kind, place, name, differenceInWords, isDirty }: PlaceHistoryProps) {
  const { id, version, managedBy } = place;
  const versions = useQuery(versionsQuery(kind, id));
  const { mutateAsync: restore } = useRestorePlace();
  const fetchAgain = useFetchPlaceAgain(kind, id);
  const consequences = useConsequences({ title: 'Restore This Version?', confirmLabel: 'Restore Anyway' });
  return (
    <>
      <History
        versions={versions}
        differenceInWords={differenceInWords}
        restoring={
          managedBy !== null || isDirty
            ? null
            : {
                restore: (number) =>
                  consequences.send((confirmed) => restore({ kind, id, version, number, confirmed })),
                effect: ({ at }) => `${name} becomes as it was at ${formatTimestamp(at)}.`,
                onStale: fetchAgain,
              }
        }
      />
      {consequences.dialog}
    </>
  );
}
