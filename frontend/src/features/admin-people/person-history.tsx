import { useQuery } from '@tanstack/react-query';

import type { PeopleChoices, PersonRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { History } from '@/versions/history';
import { useConfirmed } from '@/versions/use-confirmed';

import { personDifference } from './history-words';
import { useFetchPersonAgain, useRestoreVersion, versionsQuery } from './queries';

export interface PersonHistoryProps {
  person: PersonRead;
  choices: PeopleChoices;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** What was changed about a person; each earlier version can be restored. */
export function PersonHistory({ person, choices, isDirty }: PersonHistoryProps) {
  const { id, version, managedBy, worksElsewhere } = person;
  const versions = useQuery(versionsQuery(id));
  const { mutateAsync: restore } = useRestoreVersion();
  const fetchAgain = useFetchPersonAgain(id);
  const asking = useConfirmed({ title: 'Restore This Version?', confirmLabel: 'Restore Anyway' });
  const isFixed = managedBy !== null || worksElsewhere || isDirty;
  return (
    <>
      <History
        versions={versions}
        differenceInWords={(difference) => personDifference(difference, choices)}
        restoring={
          isFixed
            ? null
            : {
                restore: (number) => asking.run((confirmed) => restore({ id, version, number, confirmed })),
                effect: ({ at }) =>
                  `${fullName(person)} becomes as they were at ${formatTimestamp(at)}, with the rights and places of then.`,
                onStale: fetchAgain,
              }
        }
      />
      {asking.dialog}
    </>
  );
}
