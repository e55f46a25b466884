import { Anchor, UnstyledButton } from '@mantine/core';
import { Fragment, useId, useState } from 'react';

import type { AuditRemoval, ListedEntryRead } from '@/api/generated/types.gen';
import { formatTimestamp, viewerZone, zoneNameAt } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './admin-audit.module.css';
import { ConsultLink } from './consult-link';
import { EntryDetails } from './entry-details';
import { type AuditAddress, wordsOf } from './filters';
import { placeRemovals } from './removals';
import { aboutOf, entriesInWords, resultOf, toneOf, whoOf } from './words';

const COLUMNS = 7;

export interface EntriesTableProps {
  entries: readonly ListedEntryRead[];
  removals: readonly AuditRemoval[];
  /** Whether there are older entries that are not among these. */
  hasMore: boolean;
  onFilter: (change: AuditAddress) => void;
  onRecord: (emrId: string) => void;
}

/** One row for each entry, which unfolds; on a phone, each is a few lines. */
export function EntriesTable({ entries, removals, hasMore, ...filtering }: EntriesTableProps) {
  const zone = viewerZone();
  const { rows, last } = placeRemovals(entries, removals, hasMore);
  return (
    <table className={classes.table} aria-label="Audit entries">
      <thead>
        <tr>
          <th scope="col">{`Time (${zoneNameAt(serverNow(), zone)})`}</th>
          <th scope="col">Person</th>
          <th scope="col">What</th>
          <th scope="col">About</th>
          <th scope="col">Result</th>
          <th scope="col" className={classes.address}>
            Address
          </th>
          <th scope="col">
            <span className="wl-visually-hidden">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ entry, removals: above }) => (
          <Fragment key={entry.id}>
            <Removals removals={above} />
            <Row entry={entry} {...filtering} />
          </Fragment>
        ))}
        <Removals removals={last} />
      </tbody>
    </table>
  );
}

function Removals({ removals }: { removals: readonly AuditRemoval[] }) {
  return removals.map(({ entries, removedAt, lastEntryId }) => (
    <tr key={lastEntryId} className={classes.unfolded}>
      <td colSpan={COLUMNS} className={classes.muted}>
        {entriesInWords(entries)} of this time and before {entries === 1 ? 'was' : 'were'} removed by retention on{' '}
        {formatTimestamp(removedAt)}, in all organizations.
      </td>
    </tr>
  ));
}

type RowProps = { entry: ListedEntryRead } & Pick<EntriesTableProps, 'onFilter' | 'onRecord'>;

function Row({ entry, ...filtering }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { user } = entry;
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <td className={classes.time}>
          <time dateTime={entry.at}>{formatTimestamp(entry.at)}</time>
        </td>
        <td className={classes.person}>
          {user === null ? (
            whoOf(entry)
          ) : (
            <Anchor
              component="button"
              type="button"
              className={classes.personLink}
              onClick={() => filtering.onFilter({ person: String(user.id) })}
              aria-label={`${whoOf(entry)}: show only this person`}
            >
              {whoOf(entry)}
            </Anchor>
          )}
        </td>
        <td className={classes.what}>{wordsOf(entry.action)}</td>
        <td className={classes.about}>
          <About entry={entry} />
        </td>
        <td className={classes.result} data-allowed={entry.result === 'allowed' || undefined}>
          {entry.result === 'allowed' ? (
            <span className={classes.muted}>{resultOf(entry)}</span>
          ) : (
            <StatusBadge tone={toneOf(entry)}>{resultOf(entry)}</StatusBadge>
          )}
        </td>
        <td className={classes.address}>{entry.address}</td>
        <td className={classes.unfold}>
          <UnstyledButton
            className={classes.unfoldButton}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={`Details of ${whoOf(entry)}, ${wordsOf(entry.action)}, ${formatTimestamp(entry.at)}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="sm" />
          </UnstyledButton>
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className={classes.unfolded}>
          <td colSpan={COLUMNS}>
            <EntryDetails entry={entry} {...filtering} />
          </td>
        </tr>
      )}
    </>
  );
}

function About({ entry }: { entry: ListedEntryRead }) {
  const [only, ...others] = entry.consultIds;
  if (only !== undefined && others.length === 0)
    return <ConsultLink consultId={only} isOpenable={entry.openableConsultIds.includes(only)} />;
  return aboutOf(entry);
}
