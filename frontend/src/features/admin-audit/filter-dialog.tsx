import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';

import { auditWords } from '@/api/contract/audit-words.gen';
import { choices } from '@/api/contract/choices/audit.gen';
import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import { FieldGroup } from '@/shared/forms/field-group';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { capitalize } from '@/shared/lib/capitalize';
import { viewerZone, wallClockAt, twoDigits, zoneNameAt } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { serverNow } from '@/shared/lib/server-clock';
import { DialogFooter } from '@/shared/ui/dialog-footer';

import type { AuditAddress, AuditTyped } from './filters';
import { peopleQuery, personQuery } from './queries';

export interface FilterDialogProps {
  opened: boolean;
  address: AuditAddress;
  typed: AuditTyped;
  onClose: () => void;
  onApply: (address: AuditAddress, typed: AuditTyped) => void;
}

/** Every filter; they apply on Show Results. */
export function FilterDialog({ opened, onClose, ...props }: FilterDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Filter the Audit Trail" size="lg">
      <FilterForm onCancel={onClose} {...props} />
    </Modal>
  );
}

const ACTIONS = Object.entries(auditWords)
  .map(([value, label]) => ({ value, label: capitalize(label) }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
const RESULTS = [{ value: '', label: 'Any' }, ...choices.AuditResult];

function FilterForm({
  address,
  typed,
  onCancel,
  onApply,
}: Omit<FilterDialogProps, 'opened' | 'onClose'> & { onCancel: () => void }) {
  const [chosen, setChosen] = useState(address);
  const [emrId, setEmrId] = useState(typed.emrId);
  const set = (change: AuditAddress) => setChosen((before) => ({ ...before, ...change }));
  const until = useRef<HTMLInputElement>(null);
  const zone = zoneNameAt(serverNow(), viewerZone());
  const isEmpty = isBefore(chosen.to, chosen.from);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isEmpty) return until.current?.focus();
    const given = Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '');
    onApply(Object.fromEntries(given), { ...typed, emrId: emrId.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <PersonChoice person={chosen.person ?? ''} onChoose={(person) => set({ person })} />
        <TextInput
          label="Patient Number in the Hospital's Record"
          description="Finds everything about this patient in all of their consults. It is never part of this page's address."
          autoComplete="off"
          maxLength={constants.SHORT_TEXT_LIMIT}
          value={emrId}
          onChange={(event) => setEmrId(event.currentTarget.value)}
        />
        <Select
          label="What Was Done"
          placeholder="Anything"
          searchable
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
          clearable
          data={ACTIONS}
          nothingFoundMessage="Nothing is recorded in these words"
          value={chosen.action === undefined || chosen.action === '' ? null : chosen.action}
          onChange={(action) => set({ action: action ?? '' })}
        />
        <FieldGroup id="audit-result" label="Result">
          <RadioChoices
            id="audit-result"
            options={RESULTS}
            value={chosen.result ?? ''}
            onChoose={(result) => set({ result })}
          />
        </FieldGroup>
        <TextInput
          type="datetime-local"
          label={`From (${zone})`}
          value={localOf(chosen.from)}
          onChange={(event) => set({ from: momentOf(event.currentTarget.value) })}
        />
        <TextInput
          ref={until}
          type="datetime-local"
          label={`Before (${zone})`}
          error={isEmpty && messages.NOT_AFTER_START}
          value={localOf(chosen.to)}
          onChange={(event) => set({ to: momentOf(event.currentTarget.value) })}
        />
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

function PersonChoice({ person, onChoose }: { person: string; onChoose: (person: string) => void }) {
  const [name, setName] = useState('');
  const [text] = useDebouncedValue(name.trim(), constants.DEBOUNCE_MS);
  const { data } = useQuery(peopleQuery(text));
  const { data: chosen } = useQuery(personQuery(person === '' ? null : Number(person)));
  const people = data?.people ?? [];
  const listed =
    chosen === undefined || chosen === null ? people : [chosen, ...people.filter(({ id }) => id !== chosen.id)];
  return (
    <Select
      label="Person"
      placeholder="Type a name"
      searchable
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      clearable
      data={listed.map((each) => ({ value: String(each.id), label: `${fullName(each)} (${each.username})` }))}
      // The server has already searched.
      filter={({ options }) => options}
      nothingFoundMessage="Nobody in your organizations has this name"
      value={person === '' ? null : person}
      onChange={(value) => onChoose(value ?? '')}
      searchValue={name}
      onSearchChange={setName}
      data-autofocus
    />
  );
}

function isBefore(to = '', from = ''): boolean {
  return to !== '' && from !== '' && Date.parse(to) <= Date.parse(from);
}

/** A moment in the reader's zone, as the browser's own field shows it. */
function localOf(moment: string | undefined): string {
  if (moment === undefined || Number.isNaN(Date.parse(moment))) return '';
  const { year, month, day, hour, minute } = wallClockAt(moment, viewerZone());
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}`;
}

function momentOf(local: string): string {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
