import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

import type { ListedEntryRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';

import classes from './admin-audit.module.css';
import { ConsultLink } from './consult-link';
import type { AuditAddress } from './filters';
import { shortId } from './story';
import { detailsOf, objectInWords, objectOf, resultOf } from './words';

interface EntryDetailsProps {
  entry: ListedEntryRead;
  onFilter: (change: AuditAddress) => void;
  onRecord: (emrId: string) => void;
}

/** Everything that is known about one request, and the way to what else is about the same patients. */
export function EntryDetails({ entry, onFilter, onRecord }: EntryDetailsProps) {
  const { organizations } = useMe();
  const { consultIds, openableConsultIds, patientIds, emrIds, organizationIds } = entry;
  const object = objectOf(entry);
  const nameOf = (id: number) => organizations.find((each) => each.id === id)?.name ?? 'another organization';
  return (
    <dl className={classes.details}>
      {object !== null && (
        <Detail label="About">
          <Choices
            values={[`${object.kind} ${object.code}`]}
            labelOf={() => objectInWords(object.kind, object.code)}
            onChoose={(about) => onFilter({ about })}
          />
        </Detail>
      )}
      {consultIds.length > 0 && (
        <Detail label="Consults">
          <ul className={classes.inline}>
            {consultIds.map((id) => (
              <li key={id}>
                <ConsultLink consultId={id} isOpenable={openableConsultIds.includes(id)} />
              </li>
            ))}
          </ul>
        </Detail>
      )}
      {patientIds.length > 0 && (
        <Detail label="Patients">
          <Choices
            values={patientIds}
            labelOf={(id) => `Patient ${shortId(id)}`}
            onChoose={(patient) => onFilter({ patient, view: 'story' })}
          />
        </Detail>
      )}
      {emrIds.length > 0 && (
        <Detail label="Patients in the hospital's record">
          <Choices values={emrIds} labelOf={(id) => id} onChoose={onRecord} />
        </Detail>
      )}
      {organizationIds.length > 0 && (
        <Detail label="Organizations">{[...new Set(organizationIds.map(nameOf))].join(', ')}</Detail>
      )}
      {detailsOf(entry).map(([label, text]) => (
        <Detail key={label} label={label}>
          {text}
        </Detail>
      ))}
      <Detail label="Result">{resultOf(entry)}</Detail>
      {entry.user !== null && <Detail label="Username">{entry.user.username}</Detail>}
      <Detail label="Address">{entry.address ?? 'None: nothing was sent over the network'}</Detail>
      <Detail label="For support">
        {`Operation ${entry.action}, response ${entry.status}${entry.code === null ? '' : ` ${entry.code}`}, request ${entry.requestId}, entry ${entry.id}`}
      </Detail>
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Fragment>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </Fragment>
  );
}

interface ChoicesProps {
  values: readonly string[];
  labelOf: (value: string) => string;
  onChoose: (value: string) => void;
}

function Choices({ values, labelOf, onChoose }: ChoicesProps) {
  return (
    <ul className={classes.inline}>
      {values.map((value) => (
        <li key={value}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChoose(value)}
            aria-label={`${labelOf(value)}: show the history`}
          >
            {labelOf(value)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
