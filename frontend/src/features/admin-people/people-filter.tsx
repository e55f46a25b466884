import { Button, NativeSelect } from '@mantine/core';

import { choices as adminChoices } from '@/api/contract/choices/admin.gen';
import type { PeopleChoices } from '@/api/generated/types.gen';
import { useTypedText } from '@/shared/hooks/use-typed-text';
import type { PeopleSearch } from '@/shared/lib/search-params';
import { SearchField } from '@/shared/ui/search-field';

import classes from './people-list.module.css';

export interface PeopleFilterProps {
  search: PeopleSearch;
  choices: PeopleChoices | undefined;
  /** Limits the list further; what is not named stays as it is then. */
  onChange: (changed: PeopleSearch) => void;
}

const ALL: PeopleSearch = {
  text: undefined,
  state: undefined,
  invitation: undefined,
  role: undefined,
  organization: undefined,
};

/** What the list is limited to. It is in the address, the text once typing pauses. */
export function PeopleFilter({ search, choices, onChange }: PeopleFilterProps) {
  const { typed, setTyped } = useTypedText(search.text ?? '', (text) => onChange({ text }));
  const isFiltered = [search.state, search.invitation, search.role, search.organization].some(
    (value) => value !== undefined,
  );
  const organizations = choices?.organizations ?? [];
  return (
    <div className={classes.filter} role="search">
      <div className={classes.text}>
        <SearchField label="Name" placeholder="Beginning of a name" value={typed} onChange={setTyped} />
      </div>
      <Choice
        label="State"
        value={search.state}
        options={adminChoices.PersonState}
        onChange={(state) => onChange({ state })}
      />
      <Choice
        label="Invitation"
        value={search.invitation}
        options={adminChoices.InvitationState}
        onChange={(invitation) => onChange({ invitation })}
      />
      <Choice
        label="Role"
        value={search.role}
        options={(choices?.roles ?? []).map(asOption)}
        onChange={(role) => onChange({ role })}
      />
      {organizations.length !== 1 && (
        <Choice
          label="Organization"
          value={search.organization}
          options={organizations.map(asOption)}
          onChange={(organization) => onChange({ organization })}
        />
      )}
      <Button
        variant="subtle"
        disabled={!isFiltered && typed === ''}
        onClick={() => {
          setTyped('');
          onChange(ALL);
        }}
      >
        Clear
      </Button>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string | undefined) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    >
      <option value="">All</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}

function asOption({ id, name }: { id: number; name: string }) {
  return { value: String(id), label: name };
}
