import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { get, useFormState } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { checkByContract, type SchemaName } from '@/api/contract-form';
import { isSame } from '@/shared/lib/same';

import type { NoteForm } from '../../define';
import { type Section, belongsTo } from './sections';

/** `invalid`: has an error; `incomplete`: not yet complete enough to sign. */
export type Mark = 'complete' | 'incomplete' | 'invalid';

/** The status of each section, by the rules for signing. */
export function useMarks(form: NoteForm, schema: SchemaName): (section: Section) => Mark {
  const { errors } = useFormState({ control: form.control });
  const missing = useMissing(form, schema);
  return (section) => {
    if (section.fields.some((field) => get(errors, field) !== undefined)) return 'invalid';
    return missing === null || missing.some((path) => belongsTo(section, path)) ? 'incomplete' : 'complete';
  };
}

/** The paths of the fields that prevent signing; null until the check has run. */
function useMissing({ getValues, subscribe }: NoteForm, schema: SchemaName) {
  const [missing, setMissing] = useState<readonly string[] | null>(null);
  const latest = useRef(0);
  const check = useDebouncedCallback(async () => {
    latest.current += 1;
    const current = latest.current;
    // If the rules fail to load, no section counts as complete; signing then reports the problem.
    const found = await checkByContract(schema, getValues()).then(
      ({ errors }) => [...errors.keys()],
      () => null,
    );
    // Most keys change nothing about it, and nothing is drawn again.
    if (current === latest.current) setMissing((before) => (isSame(before, found) ? before : found));
  }, constants.DEBOUNCE_MS);
  useEffect(() => {
    check();
    return subscribe({ formState: { values: true }, callback: check });
  }, [check, subscribe]);
  return missing;
}
