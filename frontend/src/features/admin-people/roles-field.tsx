import type { FieldValues } from 'react-hook-form';

import type { RoleName } from '@/api/generated/types.gen';
import { IdsField } from '@/shared/forms/ids-field';
import type { FieldProps } from '@/shared/forms/use-field';

export interface RolesFieldProps<V extends FieldValues> extends FieldProps<V> {
  roles: readonly RoleName[];
  /** The roles that the person has, in their order. */
  base: readonly number[];
}

/** Roles that the administrator may give, and those that the person has. A role that is given comes after the others. */
export function RolesField<V extends FieldValues>({ roles, base, ...props }: RolesFieldProps<V>) {
  const known = roles.filter(({ id, isRetired }) => !isRetired || base.includes(id));
  const offered = known
    .filter(({ id, mayBeGiven }) => mayBeGiven || base.includes(id))
    .map(({ id, name, isRetired }) => ({ id, name: isRetired ? `${name} (retired)` : name }));
  const toggle = (ids: readonly number[], id: number) => {
    if (ids.includes(id)) return ids.filter((other) => other !== id);
    const chosen = [...ids, id];
    return [...base.filter((own) => chosen.includes(own)), ...chosen.filter((other) => !base.includes(other))];
  };
  return (
    <IdsField
      {...props}
      options={offered}
      toggle={toggle}
      description={
        offered.length < known.length
          ? 'Roles with administrative rights that you do not have yourself are not offered.'
          : undefined
      }
    />
  );
}
