import { NativeSelect, UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import type { FairnessOf, FairnessRead, LoadRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { Icon } from '@/shared/ui/icon';

import classes from './fairness-table.module.css';
import { amountOf, fairnessCsv, measures, type Measure, withSign } from './fairness-words';
import { monthInWords } from './words';

type Column = 'name' | Measure;

const ALL = 'all';

/** One row for each person, with a sign and a word where somebody has more or less than the others. */
export function FairnessTable({ read }: { read: FairnessRead }) {
  const [sorting, setSorting] = useState<{ by: Column; isDescending: boolean }>({ by: 'name', isDescending: false });
  const [month, setMonth] = useState(ALL);
  const index = read.months.indexOf(month);
  const loadOf = (row: FairnessOf): LoadRead => row.months[index] ?? row.total;
  const { by, isDescending } = sorting;
  const ordered = by === 'name' ? [...read.people] : read.people.toSorted((a, b) => compare(loadOf(a), loadOf(b), by));
  if (isDescending) ordered.reverse();
  const sortBy = (column: Column) =>
    setSorting({ by: column, isDescending: by === column ? !isDescending : column !== 'name' });
  return (
    <div className={classes.whole}>
      <div className={classes.tools}>
        <NativeSelect
          label="Show"
          data={[
            { value: ALL, label: 'All months together' },
            ...read.months.map((each) => ({ value: each, label: monthInWords(each) })),
          ]}
          value={index === -1 ? ALL : month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
        <a
          className={classes.download}
          download={`fairness-${read.months[0] ?? ''}.csv`}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(fairnessCsv(read))}`}
        >
          Download CSV
        </a>
      </div>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              {(['name', ...measures.map(({ key }) => key)] as const).map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={by === column ? (isDescending ? 'descending' : 'ascending') : undefined}
                >
                  <UnstyledButton className={classes.sort} onClick={() => sortBy(column)}>
                    {measures.find(({ key }) => key === column)?.label ?? 'Person'}
                    {by === column && <Icon name={isDescending ? 'chevron-down' : 'chevron-up'} size="sm" />}
                  </UnstyledButton>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <tr key={row.person.id}>
                <th scope="row">{fullName(row.person)}</th>
                {measures.map(({ key }) => (
                  <td key={key}>
                    {amountOf(key, loadOf(row)[key])}
                    {index === -1 && <Share measure={key} share={row.shares[key]} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.note}>
        A night is 10pm to 6am; nights, weekend days and holidays count from four hours on call. Marked is who differs
        from the mean of everybody listed by a quarter or more.
      </p>
    </div>
  );
}

interface ShareProps {
  measure: Measure;
  share: FairnessOf['shares'][Measure];
}

function Share({ measure, share: { difference, standing } }: ShareProps) {
  const words = withSign(measure, difference);
  if (standing === 'asOthers') return <span className={classes.share}>{words}</span>;
  return (
    <span className={classes.share} data-standing={standing}>
      <span className={classes.standing}>{standing === 'more' ? '▲ More' : '▼ Less'}</span> {words}
    </span>
  );
}

function compare(a: LoadRead, b: LoadRead, measure: Measure): number {
  return a[measure] - b[measure];
}
