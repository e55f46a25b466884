import { Button } from '@mantine/core';

import type { RetentionPlan } from '@/api/generated/types.gen';
import { formatCardDate, formatTimestamp } from '@/shared/lib/dates';

import { Part } from './part';
import { useCount } from './queries';
import classes from './retention.module.css';
import { kindLabel, ownerLabel } from './words';

/** A dry run: what the next run would remove. */
export function Plan() {
  const { mutate, data, error, isPending } = useCount();
  return (
    <Part
      title="What could be removed"
      action={
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          Count now
        </Button>
      }
    >
      <p>
        Counts records whose period is over and that are not on hold. Nothing is removed here: someone has to run{' '}
        <code>wardline retention apply</code> on the server.
      </p>
      <div role="status">
        {error !== null && <p className={classes.problem}>It could not be counted. {error.message}</p>}
        {error === null && data !== undefined && <Due plan={data} />}
      </div>
    </Part>
  );
}

function Due({ plan: { at, due } }: { plan: RetentionPlan }) {
  if (due.length === 0) return <p>Nothing was due for removal at {formatTimestamp(at)}.</p>;
  return (
    <table className={classes.table}>
      <caption>Counted at {formatTimestamp(at)}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Of</th>
          <th scope="col">Count</th>
          <th scope="col">Oldest</th>
        </tr>
      </thead>
      <tbody>
        {due.map(({ kind, organizationId, organizationName, count, oldestAt }) => (
          <tr key={`${kind}-${String(organizationId)}`}>
            <th scope="row">{kindLabel(kind)}</th>
            <td>{ownerLabel(organizationName)}</td>
            <td>{count.toLocaleString('en-US')}</td>
            <td>{formatCardDate(oldestAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
