import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { objectKinds } from '@/api/contract/object-kinds.gen';
import type { DraftRow } from '@/api/generated/types.gen';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { pluralize } from '@/shared/lib/pluralize';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { OneLine } from '@/shared/ui/one-line';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { labelOf, stateInWords, toneOf } from '@/versions/drafts/words';

import classes from './drafts.module.css';
import { draftsQuery } from './queries';

/** A link to the page on which a draft is changed and published. */
export type DraftLink = (draft: DraftRow, text: ReactNode) => ReactNode;

const ALL = 'all';

/** What is prepared and not yet published, those that were changed last first. */
export function DraftsList({ link }: { link: DraftLink }) {
  const { data, isError, isFetching, refetch } = useQuery(draftsQuery);
  const [chosen, setChosen] = useState<string>(ALL);
  if (data === undefined && isError)
    return <ErrorState title="Failed to load the drafts" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonCards count={3} label="Loading the drafts" />;
  const { drafts } = data;
  if (drafts.length === 0)
    return (
      <EmptyState icon="check-circle" title="No drafts">
        Service lines, escalations, units and roles can be saved as drafts on their pages. A draft is listed here until
        it is published or discarded.
      </EmptyState>
    );
  const kinds = Object.entries(objectKinds)
    .filter(([value]) => drafts.some(({ kind }) => kind === value))
    .map(([value, label]) => ({ value, label: `${label}s` }));
  // Whatever was chosen may have been published in the meantime.
  const shown = kinds.some(({ value }) => value === chosen) ? chosen : ALL;
  return (
    <>
      {kinds.length > 1 && (
        <div role="group" aria-label="What is listed">
          <RadioChoices
            id="kind"
            options={[{ value: ALL, label: 'All' }, ...kinds]}
            variant="chips"
            value={shown}
            onChoose={setChosen}
          />
        </div>
      )}
      <ul className={classes.rows} aria-label="Drafts">
        {drafts
          .filter(({ kind }) => shown === ALL || kind === shown)
          .map((draft) => (
            <li key={draft.id} className={classes.row}>
              <Row draft={draft} link={link} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Row({ draft, link }: { draft: DraftRow; link: DraftLink }) {
  const { organization, differences, reason, failure, isOutdated } = draft;
  return (
    <>
      <div className={classes.head}>
        <h2>
          {link(draft, <OneLine>{organization === null ? draft.name : `${draft.name}, ${organization.name}`}</OneLine>)}
        </h2>
        <StatusBadge tone={toneOf(draft)}>{labelOf(draft)}</StatusBadge>
        {isOutdated && <StatusBadge tone="warning">Out of date</StatusBadge>}
      </div>
      <p>
        {kindOf(draft)}, {pluralize(differences.length, 'change')}. {stateInWords(draft)}
      </p>
      {reason !== null && <p>Reason: {reason}</p>}
      {failure !== null && <p className={classes.failure}>Not published: {failure}</p>}
    </>
  );
}

function kindOf({ kind }: DraftRow): string {
  return Object.entries(objectKinds).find(([value]) => value === kind)?.[1] ?? kind;
}
