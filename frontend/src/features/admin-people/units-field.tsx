import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';

import type { PeopleChoices } from '@/api/generated/types.gen';
import { ChoiceInput, Choices } from '@/shared/forms/choices';
import { FieldGroup, groupProps } from '@/shared/forms/field-group';
import { asIds, inOrder, toggled } from '@/shared/forms/ids-field';
import { type FieldProps, useField } from '@/shared/forms/use-field';
import { pluralize } from '@/shared/lib/pluralize';
import { containsWords } from '@/shared/lib/word-filter';
import { SearchField } from '@/shared/ui/search-field';

import classes from './person.module.css';
import type { PersonValues } from './person-values';
import { facilitiesOf, type FacilityUnits } from './words';

export interface UnitsFieldProps extends FieldProps<PersonValues> {
  control: Control<PersonValues>;
  choices: PeopleChoices;
}

/** With more facilities, they are searched. */
const FEW = 8;

/** Units of the chosen organizations by facility; those of a facility are shown once it is opened. */
export function UnitsField({ choices, ...props }: UnitsFieldProps) {
  const { ref, ...field } = useField(props);
  const [text, setText] = useState('');
  const organizationIds = useWatch({ control: props.control, name: 'organizationIds' });
  const ids = asIds(field.value);
  const facilities = facilitiesOf(choices.units).filter(({ organizationId }) =>
    organizationIds.includes(organizationId),
  );
  const found = facilities.filter(({ name, units }) =>
    containsWords(`${name} ${units.map(({ unit }) => unit).join(' ')}`, text),
  );
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <div className={classes.facilities} tabIndex={-1} id={field.id} ref={ref}>
        {facilities.length > FEW && (
          <SearchField placeholder="Find a facility or unit" value={text} onChange={setText} />
        )}
        {facilities.length === 0 && <p>Choose an organization with units first.</p>}
        {facilities.length > 0 && found.length === 0 && <p role="status">No facility or unit matches.</p>}
        {found.map((facility) => (
          <Facility key={facility.key} facility={facility} ids={ids} onChange={(next) => field.set(inOrder(next))} />
        ))}
      </div>
    </FieldGroup>
  );
}

interface FacilityProps {
  facility: FacilityUnits;
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

function Facility({ facility: { name, units }, ids, onChange }: FacilityProps) {
  const own = units.map(({ id }) => id);
  const chosen = own.filter((id) => ids.includes(id));
  const [isOpen, setOpen] = useState(false);
  const isAll = chosen.length === own.length;
  const others = ids.filter((id) => !own.includes(id));
  return (
    <details className={classes.facility} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={classes.facilityName}>{name}</span>{' '}
        <span className={classes.count}>{countInWords(chosen.length, own.length)}</span>
      </summary>
      {isOpen && (
        <div className={classes.units}>
          <Checkbox
            label={`All of ${name}`}
            checked={isAll}
            indeterminate={chosen.length > 0 && !isAll}
            onChange={() => onChange(isAll ? others : [...others, ...own])}
          />
          <Choices variant="chips">
            {units.map(({ id, unit, active }) => (
              <ChoiceInput
                key={id}
                type="checkbox"
                id={`unit-${id}`}
                name={`unit-${id}`}
                checked={ids.includes(id)}
                invalid={false}
                label={active ? unit : `${unit} (switched off)`}
                onToggle={() => onChange(toggled(ids, id))}
                onBlur={() => undefined}
              />
            ))}
          </Choices>
        </div>
      )}
    </details>
  );
}

function countInWords(chosen: number, all: number): string {
  if (chosen < all) return `${chosen === 0 ? 'none' : chosen} of ${pluralize(all, 'unit')}`;
  return all === 1 ? '1 unit' : `all ${all} units`;
}
