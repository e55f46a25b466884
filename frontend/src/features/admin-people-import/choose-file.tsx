import { Button, FileButton, Title } from '@mantine/core';
import { useId, useRef } from 'react';

import type { ImportGuide } from '@/api/generated/types.gen';
import { saveFile } from '@/shared/lib/save-file';

import classes from './people-import.module.css';
import { type ChosenFile, readFile } from './read-file';

export interface ChooseFileProps {
  guide: ImportGuide;
  file: ChosenFile | null;
  /** What is wrong with the chosen file, if it is not one of people. */
  fault: string | null;
  busy: boolean;
  onChoose: (file: ChosenFile | string) => void;
}

/** The first step: a file, and what it may contain. */
export function ChooseFile({ guide, file, fault, busy, onChoose }: ChooseFileProps) {
  const id = useId();
  const reset = useRef<() => void>(null);
  const choose = async (chosen: File | null) => {
    if (chosen === null) return;
    // The same file can be chosen again after it was corrected.
    reset.current?.();
    onChoose(await readFile(chosen, guide.maxCharacters));
  };
  const download = () => saveFile(new Blob(['\ufeff', guide.template], { type: 'text/csv' }), 'people-template.csv');
  return (
    <section className={classes.step} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        1. Choose a file
      </Title>
      <p>
        A CSV file with one person in each row, in UTF-8 and with at most {guide.maxRows.toLocaleString('en-US')} rows.
        It is checked first. Nothing is changed until you press Import. People who are not in the file stay as they are.
      </p>
      <div className={classes.buttons}>
        <FileButton resetRef={reset} accept=".csv,text/csv" onChange={(chosen) => void choose(chosen)}>
          {(button) => (
            <Button {...button} variant={file === null ? 'filled' : 'default'} disabled={busy}>
              {file === null ? 'Choose File' : 'Choose Another File'}
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={download}>
          Download Template
        </Button>
        <span className={classes.fileName} role="status">
          {file?.name}
        </span>
      </div>
      <p className={classes.fault} role="alert">
        {fault}
      </p>
      <details className={classes.columns}>
        <summary>Columns of the file</summary>
        <p>Only Username is always needed. What the file has no column for stays as it is.</p>
        <dl>
          {guide.columns.map(({ name, meaning, example }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {meaning}
                {example !== '' && <span className={classes.example}>Example: {example}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
