import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';

import type { AuditProblem, AuditState } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { Banner } from '@/shared/ui/banner';
import { Icon } from '@/shared/ui/icon';

import classes from './admin-audit.module.css';
import { counted, entriesInWords } from './words';

import lists from '@/shared/ui/list.module.css';

/** Whether the trail is complete and unchanged: one quiet line, unless something is wrong. */
export function ChainState({ state: { data, error } }: { state: UseQueryResult<AuditState> }) {
  if (data === undefined && error !== null)
    return <Banner tone="warning">The audit trail could not be checked.</Banner>;
  if (data === undefined)
    return (
      <div role="status" className={classes.state}>
        <span className="wl-visually-hidden">Loading the state of the audit trail</span>
        <Skeleton height="1.25rem" width="60%" radius="sm" />
      </div>
    );
  const urgent = data.problems.filter((problem) => problem.isUrgent);
  return (
    <>
      {urgent.length > 0 && (
        <Banner
          tone={data.isChanged ? 'danger' : 'warning'}
          title={data.isChanged ? 'The audit trail is not intact' : 'The audit trail needs attention'}
          announce="alert"
        >
          <Problems problems={urgent} label="What is wrong" />
        </Banner>
      )}
      <details className={classes.state}>
        <summary>
          <Icon name={data.isChanged ? 'alert' : 'check-circle'} size="sm" /> {stateInWords(data)}
        </summary>
        <StateDetails state={data} />
      </details>
    </>
  );
}

function stateInWords({ entries, removed, isChanged, checkedUntil }: AuditState): string {
  const count = entriesInWords(entries) + (removed === 0 ? '' : `, of which retention has removed ${counted(removed)}`);
  if (isChanged) return `Not intact: ${count} were protected, but something was changed.`;
  if (checkedUntil === null) return `${count}, not checked yet.`;
  return `Intact: ${count}, checked until ${formatTimestamp(checkedUntil)}.`;
}

function StateDetails({ state }: { state: AuditState }) {
  const { removed, checkedAgainAt, checkpointAt, signs, witnesses, problems } = state;
  const weaknesses = problems.filter((problem) => !problem.isUrgent);
  const checked =
    checkedAgainAt === null
      ? 'All entries are being checked for the first time.'
      : `All entries were last rechecked at ${formatTimestamp(checkedAgainAt)}.`;
  return (
    <div className={classes.stateDetails}>
      <p>
        Each entry is tied to the one before it, so that a changed, removed or added entry is found. {checked}
        {removed > 0 && ' Of what retention has removed, the ties are left, so that the others can still be checked.'}
        {signs && checkpointAt !== null && ` The last signed checkpoint is of ${formatTimestamp(checkpointAt)}.`}
      </p>
      {witnesses.length > 0 && (
        <ul className={lists.bullets} aria-label="Witnesses">
          {witnesses.map(({ name, behind, failingSince }) => (
            <li key={name}>
              {name}: {behind === 0 ? 'has every entry' : `${entriesInWords(behind)} behind`}
              {failingSince !== null && `, has not received any since ${formatTimestamp(failingSince)}`}
            </li>
          ))}
        </ul>
      )}
      {weaknesses.length > 0 && <Problems problems={weaknesses} label="What could be improved" />}
    </div>
  );
}

function Problems({ problems, label }: { problems: readonly AuditProblem[]; label: string }) {
  return (
    <ul className={lists.bullets} aria-label={label}>
      {problems.map(({ title, advice }) => (
        <li key={title + advice}>
          <strong>{title}</strong> {advice}
        </li>
      ))}
    </ul>
  );
}
