import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { isApiError } from '@/api/errors';
import type { SystemRead } from '@/api/generated/types.gen';
import { formatCardTime } from '@/shared/lib/dates';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './system-board.module.css';
import { Item, StateIcon } from './item';
import { systemQuery } from './queries';
import { groupLabel, problemsOf, stateLabel, summary } from './words';

const FORBIDDEN = 403;

/**
 * What works, and what to do about the rest, worst first. It follows what happens without moving anything else; `children` come after
 * it once its height is known.
 */
export function SystemBoard({ children }: { children?: ReactNode }) {
  const { data, error, isError, isFetching, refetch } = useQuery(systemQuery);
  if (isApiError(error, FORBIDDEN))
    return (
      <ErrorState title="You do not have access to this page">
        Only administrators can view it. If that has changed, sign in again.
      </ErrorState>
    );
  if (data === undefined && !isError) return <Placeholders />;
  return (
    <>
      {data === undefined ? (
        <ErrorState
          title="The state of the system could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          The server did not respond properly. On one of its machines, check that the server and its database are
          running: <code>wardline health</code> says what is missing.
        </ErrorState>
      ) : (
        <Board system={data} isOutdated={isError} />
      )}
      {children}
    </>
  );
}

/** How many parts are drawn before it is known how many there are. */
const PLACEHOLDERS = 9;

function Placeholders() {
  return (
    <div className={classes.board} role="status">
      <span className="wl-visually-hidden">Loading the state of the system</span>
      <Skeleton height="4.5rem" radius="lg" />
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <Skeleton key={index} height="9rem" radius="lg" />
      ))}
    </div>
  );
}

function Board({ system, isOutdated }: { system: SystemRead; isOutdated: boolean }) {
  const problems = problemsOf(system.groups);
  const worst = problems[0]?.item.state ?? 'ok';
  return (
    <div className={classes.board}>
      <section className={classes.summary} data-state={worst} aria-label="Summary">
        <div className={classes.sentence}>
          <StateIcon state={worst} size="lg" />
          <p role="status">{summary(problems)}</p>
        </div>
        <CheckedAt moment={system.checkedAt} isOutdated={isOutdated} />
        {problems.length > 0 && (
          <ul className={classes.problems} aria-label="What needs action">
            {problems.map(({ group, item }, index) => (
              <li key={`${String(index)} ${item.name}`} className={classes.problem}>
                <span className={classes.badge}>
                  <StatusBadge tone={item.state === 'actNow' ? 'danger' : 'warning'}>
                    {stateLabel(item.state)}
                  </StatusBadge>
                </span>
                <Item item={item} title={`${group}: ${item.name}`} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {system.groups.map((group) => (
        <section key={group.kind} className={classes.group} aria-labelledby={`system-${group.kind}`}>
          <h2 id={`system-${group.kind}`} className={classes.title}>
            {groupLabel(group)}
          </h2>
          <ul className={classes.items}>
            {group.items.map((item, index) => (
              <li key={`${String(index)} ${item.name}`} className={classes.item}>
                <StateIcon state={item.state} />
                <Item item={item} title={item.name} isWide />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Both sentences are about as long, so that nothing moves when the connection is lost. */
function CheckedAt({ moment, isOutdated }: { moment: string; isOutdated: boolean }) {
  const time = <time dateTime={moment}>{formatCardTime(moment)}</time>;
  if (!isOutdated) return <p className={classes.checked}>Checked at {time}, and again every 30 seconds.</p>;
  return (
    <p className={classes.outdated} role="status">
      <Icon name="alert" size="sm" /> Not up to date. This is how it was at {time}.
    </p>
  );
}
