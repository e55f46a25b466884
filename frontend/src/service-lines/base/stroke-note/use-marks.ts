import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { get, useFormState } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { checkByContract, type SchemaName } from '@/api/contract-form';

import type { NoteForm } from '../../define';
import { type Section, standsIn } from './sections';

/** `wrong`: has an error; `open`: not yet complete enough to sign. */
export type Mark = 'complete' | 'open' | 'wrong';

/** How far each section is, by the rules by which it is signed. */
export function useMarks(form: NoteForm, schema: SchemaName): (section: Section) => Mark {
  const { errors } = useFormState({ control: form.control });
  const missing = useMissing(form, schema);
  return (section) => {
    if (section.fields.some((field) => get(errors, field) !== undefined)) return 'wrong';
    return missing === null || missing.some((path) => standsIn(section, path)) ? 'open' : 'complete';
  };
}

/** The paths of the fields that prevent signing; null until they are known. */
function useMissing({ getValues, subscribe }: NoteForm, schema: SchemaName) {
  const [missing, setMissing] = useState<readonly string[] | null>(null);
  const asked = useRef(0);
  const check = useDebouncedCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    // Without the rules' code nothing is called complete; signing says what is the matter.
    const found = await checkByContract(schema, getValues()).then(
      ({ errors }) => [...errors.keys()],
      () => null,
    );
    if (mine === asked.current) setMissing(found);
  }, constants.DEBOUNCE_MS);
  useEffect(() => {
    check();
    return subscribe({ formState: { values: true }, callback: check });
  }, [check, subscribe]);
  return missing;
}
