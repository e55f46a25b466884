import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { type FieldProps, inputProps, useField } from '@/shared/forms/use-field';
import { containsWords } from '@/shared/lib/word-filter';

import classes from './access-check.module.css';
import { type FoundOption, foundQuery, type Searched } from './queries';

export interface FoundFieldProps<V extends FieldValues> extends FieldProps<V> {
  searched: Searched;
  placeholder: string;
  /** What is said if there are none. */
  nothing: string;
}

/** One of more than a list can show, searched for as the user types; its value is an id, blank text if there is none. */
export function FoundField<V extends FieldValues>({ searched, placeholder, nothing, ...props }: FoundFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const chosen = typeof field.value === 'number' ? field.value : null;
  const [typed, setTyped] = useState('');
  const { options, message } = useFound(searched, typed, chosen, nothing);
  return (
    <Select
      {...inputProps(props, field)}
      ref={ref}
      placeholder={placeholder}
      data={options.map(({ value, label }) => ({ value: String(value), label }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(value) => field.set(value === null ? '' : Number(value))}
      onSearchChange={setTyped}
      filter={({ options: found }) => found}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}{' '}
          <span className={classes.detail}>{options.find(({ value }) => String(value) === option.value)?.detail}</span>
        </span>
      )}
      nothingFoundMessage={message}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      openOnFocus={false}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      classNames={{ options: classes.options }}
    />
  );
}

function useFound(searched: Searched, typed: string, chosen: number | null, nothing: string) {
  const text = typed.trim();
  const [name] = useDebouncedValue(text, constants.DEBOUNCE_MS);
  const one = useQuery({ ...foundQuery(searched, { id: chosen ?? 0 }), enabled: chosen !== null });
  const known = one.data?.find(({ value }) => value === chosen);
  // Once someone is chosen, the text is their name, and the list offers the others again.
  const found = useQuery(foundQuery(searched, { name: name === known?.label ? '' : name }));
  const isSettled = text === name && !found.isPlaceholderData && !found.isFetching;
  return {
    options: offered(found.data ?? [], known, text, isSettled),
    message: found.isError ? 'The search failed. Type again to retry.' : isSettled ? nothing : 'Searching…',
  };
}

/** What was found, with the one that is chosen first as long as nothing else is typed. */
function offered(
  found: readonly FoundOption[],
  known: FoundOption | undefined,
  text: string,
  isSettled: boolean,
): readonly FoundOption[] {
  if (known !== undefined && (text === '' || text === known.label))
    return [known, ...found.filter(({ value }) => value !== known.value)];
  // What an earlier text has found stays only as far as it fits, so that Enter never chooses anybody else.
  return isSettled ? found : found.filter(({ label, detail }) => containsWords(`${label} ${detail}`, text));
}
