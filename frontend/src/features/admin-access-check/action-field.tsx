import { NativeSelect } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { choices as words } from '@/api/contract/choices/access-checks.gen';
import type { AccessChoices } from '@/api/generated/types.gen';
import { type FieldProps, asText, selectProps, useField } from '@/shared/forms/use-field';
import { capitalize } from '@/shared/lib/capitalize';

import { actionLabel } from './words';

interface ActionFieldProps<V extends FieldValues> extends FieldProps<V> {
  actions: AccessChoices['actions'];
  /** Called before another is chosen: the fields of that one were not asked for yet. */
  onChoose: () => void;
}

/** One of the actions, by what they are about. */
export function ActionField<V extends FieldValues>(props: ActionFieldProps<V>) {
  const { ref, ...field } = useField(props);
  return (
    <NativeSelect
      {...selectProps(props, field)}
      value={asText(field.value)}
      ref={ref}
      onChange={({ currentTarget }) => {
        props.onChoose();
        field.set(currentTarget.value);
      }}
    >
      <option value="">Choose one</option>
      {words.ActionGroup.map(({ value, label }) => (
        <optgroup key={value} label={label}>
          {props.actions
            .filter(({ group }) => group === value)
            .map(({ action }) => (
              <option key={action} value={action}>
                {capitalize(actionLabel(action))}
              </option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
