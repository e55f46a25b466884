import { Button } from '@mantine/core';

import type { UnsignedNote } from '@/api/generated/types.gen';
import { patientName } from '@/patients/patient-name';
import { pluralize } from '@/shared/lib/pluralize';

import classes from './handoff.module.css';

interface UnsignedNotesProps {
  notes: readonly UnsignedNote[];
  onContinue: (consultId: string) => void;
}

/** The notes of completed consults that the user has begun, to be continued now or left. */
export function UnsignedNotes({ notes, onContinue }: UnsignedNotesProps) {
  const isOne = notes.length === 1;
  return (
    <>
      <p>
        <strong>{`${pluralize(notes.length, 'note')} that you have begun ${isOne ? 'is' : 'are'} not signed.`}</strong>{' '}
        What you have written is kept. Once you are off call, you cannot open {isOne ? 'it' : 'them'} again until you
        are back on call.
      </p>
      <ul className={classes.list} aria-label="Your unsigned notes">
        {notes.map((note) => (
          <li key={note.id} className={classes.row} data-note>
            <div className={classes.about}>
              <bdi className={classes.name}>{patientName(note.patient)}</bdi>
              <p className={classes.facts}>
                {note.serviceLineName}, {note.locationName}
              </p>
            </div>
            {note.mayContinue && (
              <Button
                variant="default"
                onClick={() => onContinue(note.id)}
                aria-label={`Continue the note of ${patientName(note.patient)}`}
              >
                Continue
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
