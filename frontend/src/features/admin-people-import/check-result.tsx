import { Button, Title } from '@mantine/core';
import { useId } from 'react';

import { choices } from '@/api/contract/choices/admin.gen';
import type { DifferenceRead, ImportCheck, ImportedRow } from '@/api/generated/types.gen';
import { saveFile } from '@/shared/lib/save-file';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

import { differenceInWords } from './words';
import classes from './people-import.module.css';

type State = ImportedRow['state'];

const TONES: Readonly<Record<State, Tone>> = {
  new: 'success',
  changed: 'accent',
  unchanged: 'neutral',
  malformed: 'danger',
  duplicate: 'warning',
  refused: 'warning',
};

export interface CheckResultProps {
  check: ImportCheck;
  fileName: string;
}

/** The second step: how many rows would do what, and the first of each. */
export function CheckResult({ check, fileName }: CheckResultProps) {
  const id = useId();
  const download = (text: string) =>
    saveFile(new Blob(['\ufeff', text], { type: 'text/csv' }), `errors-${fileName.replace(/\.csv$/i, '')}.csv`);
  const { errorFile } = check;
  return (
    <section className={classes.step} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        2. Look at what would happen
      </Title>
      <ul className={classes.counts} aria-label="Rows">
        {choices.ImportedRowState.map(({ value, label }) => (
          <li key={value}>
            <strong>{countOf(check, value).toLocaleString('en-US')}</strong> {label}
          </li>
        ))}
      </ul>
      {errorFile !== null && (
        <div className={classes.buttons}>
          <p>Rows with errors are left out. The other rows can be imported without them.</p>
          <Button variant="default" onClick={() => download(errorFile)}>
            Download Rows with Errors
          </Button>
        </div>
      )}
      {[...choices.ImportedRowState].reverse().map(({ value, label }) => (
        <Rows key={value} state={value} label={label} check={check} />
      ))}
    </section>
  );
}

interface RowsProps {
  state: State;
  label: string;
  check: ImportCheck;
}

/** Rows with errors, and those that change or deactivate people, are open from the start. */
function Rows({ state, label, check }: RowsProps) {
  const rows = check.rows.filter((row) => row.state === state);
  const count = countOf(check, state);
  if (count === 0) return null;
  const deactivated = rows.filter(({ differences }) => differences.some(isDeactivation)).length;
  const hasErrors = rows.some(({ errors }) => errors.length > 0);
  return (
    <details className={classes.rows} open={hasErrors || state === 'changed'}>
      <summary>
        <StatusBadge tone={TONES[state]}>{label}</StatusBadge>{' '}
        {count > rows.length ? `the first ${rows.length} of ${count.toLocaleString('en-US')} rows` : rowsInWords(count)}
        {deactivated > 0 && `, ${deactivated.toLocaleString('en-US')} of these deactivated`}
      </summary>
      <ul>
        {rows.map((row) => (
          <Row key={row.number} row={row} />
        ))}
      </ul>
    </details>
  );
}

function Row({ row }: { row: ImportedRow }) {
  return (
    <li>
      <span className={classes.number}>Row {row.number}</span>
      <span className={classes.who}>
        {row.name} <span className={classes.username}>{row.username}</span>
      </span>
      <span className={classes.what}>
        {row.errors.map(({ column, message }) => (
          <span key={`${column} ${message}`}>{column === null ? message : `${column}: ${message}`}</span>
        ))}
        {row.differences.map((difference) => (
          <span key={difference.place}>{differenceInWords(difference)}</span>
        ))}
      </span>
    </li>
  );
}

function isDeactivation({ place, after }: DifferenceRead): boolean {
  return place === 'active' && after === false;
}

function rowsInWords(count: number) {
  return count === 1 ? '1 row' : `${count} rows`;
}

function countOf({ counts }: ImportCheck, state: State): number {
  return counts.find((each) => each.state === state)?.count ?? 0;
}
