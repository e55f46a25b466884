import { Button, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';

import type { ImportResult } from '@/api/generated/types.gen';

import classes from './people-import.module.css';
import { people } from './words';

export interface DoneProps {
  result: ImportResult;
  onAgain: () => void;
  /** Shows the people. */
  onLeave: () => void;
}

/** What the import did. */
export function Done({ result, onAgain, onLeave }: DoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  const count = (state: string) => result.counts.find((each) => each.state === state)?.count ?? 0;
  const left = count('malformed') + count('duplicate') + count('refused');
  return (
    <section className={classes.step}>
      <Title order={2} size="h3" ref={heading} tabIndex={-1}>
        The file was imported
      </Title>
      <ul className={classes.list}>
        <li>{people(count('new'))} added</li>
        <li>{people(count('changed'))} changed</li>
        {left > 0 && <li>{left === 1 ? '1 row' : `${left.toLocaleString('en-US')} rows`} with errors left out</li>}
        {result.invited > 0 && <li>{people(result.invited)} invited by e-mail</li>}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onLeave}>Go to People</Button>
        <Button variant="default" onClick={onAgain}>
          Import Another File
        </Button>
      </div>
    </section>
  );
}
