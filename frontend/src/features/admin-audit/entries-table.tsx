import { Anchor, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';

import type { ListedEntryRead } from '@/api/generated/types.gen';
import { formatTimestamp, viewerZone, zoneNameAt } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './admin-audit.module.css';
import { ConsultLink } from './consult-link';
import { EntryDetails } from './entry-details';
import { type AuditAddress, wordsOf } from './filters';
import { aboutOf, resultOf, toneOf, whoOf } from './words';

export interface EntriesTableProps {
  entries: readonly ListedEntryRead[];
  onFilter: (change: AuditAddress) => void;
  onRecord: (emrId: string) => void;
}

/** One row for each entry, which unfolds; on a phone, each is a few lines. */
export function EntriesTable({ entries, ...filtering }: EntriesTableProps) {
  const zone = viewerZone();
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
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} {...filtering} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, ...filtering }: { entry: ListedEntryRead } & Omit<EntriesTableProps, 'entries'>) {
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
          <td colSpan={7}>
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
