import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { useMe } from '@/session/me';
import { ChoiceInput, Choices } from '@/shared/forms/choices';
import { FieldGroup } from '@/shared/forms/field-group';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { Icon } from '@/shared/ui/icon';
import { DialogFooter } from '@/shared/ui/dialog-footer';

import { type WorklistFilter, withListed, withState } from './filter';
import { lineOptions, type Option, sortOptions, stateOptions } from './filter-options';
import { LocationFilter } from './location-filter';
import { modeWords, type WorklistMode } from './mode';
import { activeLocationsQuery } from './queries';

export interface FilterDialogProps {
  mode: WorklistMode;
  opened: boolean;
  applied: WorklistFilter;
  onClose: () => void;
  onApply: (filter: Partial<WorklistFilter>) => void;
}

/** The filter and sort of the list; changes apply on Show Results. */
export function FilterDialog({ mode, opened, applied, onClose, onApply }: FilterDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Filter ${modeWords[mode].title}`} size="lg">
      <FilterForm mode={mode} applied={applied} onCancel={onClose} onApply={onApply} />
    </Modal>
  );
}

interface FilterFormProps {
  mode: WorklistMode;
  applied: WorklistFilter;
  onCancel: () => void;
  onApply: (filter: Partial<WorklistFilter>) => void;
}

function FilterForm({ mode, applied, onCancel, onApply }: FilterFormProps) {
  const me = useMe();
  const [chosen, setChosen] = useState(applied);
  const { data: locations } = useQuery(activeLocationsQuery);
  const draft = withListed(chosen, locations);
  const set = (change: Partial<WorklistFilter>) => setChosen((before) => ({ ...before, ...change }));
  const lines = lineOptions(me);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          type="search"
          label="Search by patient name"
          leftSection={<Icon name="search" size="sm" />}
          autoComplete="off"
          maxLength={constants.SHORT_TEXT_LIMIT}
          data-autofocus
          value={draft.searchString}
          onChange={(event) => set({ searchString: event.currentTarget.value })}
        />
        <OneOf legend="Sort" options={sortOptions} value={draft.sort} onChange={(sort) => set({ sort })} />
        <OneOf
          legend="State"
          options={stateOptions(me, mode)}
          value={draft.state}
          onChange={(state) => setChosen((before) => withState(before, state, mode))}
        />
        {lines.length > 1 && (
          <AnyOf
            legend="Service Lines"
            options={lines}
            values={draft.serviceLines}
            onChange={(serviceLines) => set({ serviceLines })}
          />
        )}
        <LocationFilter mode={mode} draft={draft} onChange={set} />
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Show Results</Button>
      </DialogFooter>
    </form>
  );
}

interface OneOfProps<T> {
  legend: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
}

function OneOf<T extends string>({ legend, options, value, onChange }: OneOfProps<T>) {
  const id = useId();
  return (
    <FieldGroup id={id} label={legend}>
      <RadioChoices id={id} options={options} value={value} onChoose={onChange} />
    </FieldGroup>
  );
}

interface AnyOfProps {
  legend: string;
  options: readonly Option<number>[];
  values: readonly number[];
  onChange: (values: readonly number[]) => void;
}

function AnyOf({ legend, options, values, onChange }: AnyOfProps) {
  const id = useId();
  const toggle = (value: number) =>
    onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
  return (
    <FieldGroup id={id} label={legend}>
      <Choices variant="chips">
        {options.map((option) => (
          <ChoiceInput
            key={option.value}
            type="checkbox"
            id={`${id}-${option.value}`}
            name={id}
            checked={values.includes(option.value)}
            invalid={false}
            label={option.label}
            onToggle={() => toggle(option.value)}
            onBlur={() => undefined}
          />
        ))}
      </Choices>
    </FieldGroup>
  );
}
