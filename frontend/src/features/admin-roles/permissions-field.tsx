import { Checkbox } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import type { DescribedPermission } from '@/api/generated/types.gen';
import { FieldGroup, groupProps } from '@/shared/forms/field-group';
import { type FieldProps, useField } from '@/shared/forms/use-field';

import { groupsOf } from './groups';
import { keyOf } from './role-values';
import classes from './roles.module.css';

export interface PermissionsFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** All permissions; those that the administrator cannot add and the role does not have are not offered. */
  permissions: readonly DescribedPermission[];
  /** What the role allows now, by the keys of `keyOf`. */
  base: readonly string[];
}

/** What a role allows, in groups. */
export function PermissionsField<V extends FieldValues>({ permissions, base, ...props }: PermissionsFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const offered = permissions.filter((each) => each.mayBeAdded || base.includes(keyOf(each)));
  const keys = offered.map(keyOf);
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key];
    field.set(keys.filter((each) => next.includes(each)).toSorted());
  };
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      {groupsOf(offered).map((group) => (
        <div key={group.label} className={classes.part} role="group" aria-label={group.label}>
          <h3 className={classes.partTitle}>{group.label}</h3>
          {group.permissions.map((each) => (
            <Checkbox
              key={keyOf(each)}
              className={classes.choice}
              size="md"
              id={keyOf(each) === keys[0] ? field.id : undefined}
              label={each.label}
              description={each.allows}
              checked={chosen.includes(keyOf(each))}
              onChange={() => toggle(keyOf(each))}
              onBlur={field.onBlur}
              ref={keyOf(each) === keys[0] ? ref : undefined}
            />
          ))}
        </div>
      ))}
    </FieldGroup>
  );
}
