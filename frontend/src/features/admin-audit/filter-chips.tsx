import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { choices } from '@/api/contract/choices/audit.gen';
import type { AuditResult, AuditSearch } from '@/api/generated/types.gen';
import { capitalize } from '@/shared/lib/capitalize';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { Icon } from '@/shared/ui/icon';

import classes from './admin-audit.module.css';
import { type AuditAddress, type AuditTyped, nothingTyped, wordsOf } from './filters';
import { personQuery } from './queries';
import { shortId } from './story';
import { objectInWords } from './words';

interface FilterChipsProps {
  address: AuditAddress;
  typed: AuditTyped;
  /** What of them is understood. */
  search: AuditSearch;
  onFilter: (address: AuditAddress, typed: AuditTyped) => void;
}

interface Chip {
  name: keyof AuditAddress | 'emrId';
  label: string;
}

/** The filters that apply, each with a way to remove it. */
export function FilterChips({ address, typed, search, onFilter }: FilterChipsProps) {
  const { data: person } = useQuery(personQuery(search.userId));
  const shown = chipsOf(search, person === undefined || person === null ? 'One person' : fullName(person));
  if (shown.length === 0) return null;
  const remove = (name: Chip['name']) => {
    const left = Object.entries(address).filter(([each]) => each !== name);
    onFilter(Object.fromEntries(left), name === 'emrId' ? { ...typed, emrId: '' } : typed);
  };
  return (
    <ul className={classes.inline} aria-label="Filters">
      {shown.map(({ name, label }) => (
        <li key={name}>
          <Button
            variant="default"
            size="compact-md"
            rightSection={<Icon name="close" size="xs" />}
            onClick={() => remove(name)}
            aria-label={`Remove the filter ${label}`}
          >
            {label}
          </Button>
        </li>
      ))}
      <li>
        <Button variant="subtle" size="compact-md" onClick={() => onFilter({}, { ...nothingTyped, text: typed.text })}>
          Remove all filters
        </Button>
      </li>
    </ul>
  );
}

function chipsOf(search: AuditSearch, person: string): Chip[] {
  const { userId, patientId, objectKind, object, emrId, action, result, from, to } = search;
  const chips: (Chip | false)[] = [
    isSet(userId) && { name: 'person', label: person },
    isSet(patientId) && { name: 'patient', label: `Patient ${shortId(patientId)}` },
    isSet(objectKind) && isSet(object) && { name: 'about', label: `About: ${objectInWords(objectKind, object)}` },
    isSet(emrId) && { name: 'emrId', label: `Hospital's record: ${emrId}` },
    isSet(action) && { name: 'action', label: capitalize(wordsOf(action)) },
    isSet(result) && { name: 'result', label: labelOf(result) },
    isSet(from) && { name: 'from', label: `From ${formatTimestamp(from)}` },
    isSet(to) && { name: 'to', label: `Before ${formatTimestamp(to)}` },
  ];
  return chips.filter((chip) => chip !== false);
}

function labelOf(result: AuditResult): string {
  return choices.AuditResult.find(({ value }) => value === result)?.label ?? '';
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
