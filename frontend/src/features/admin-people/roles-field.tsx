import type { FieldValues } from 'react-hook-form';

import type { RoleName, RoleOfGroups } from '@/api/generated/types.gen';
import { IdsField } from '@/shared/forms/ids-field';
import type { FieldProps } from '@/shared/forms/use-field';

const all = new Intl.ListFormat('en-US');

export interface RolesFieldProps<V extends FieldValues> extends FieldProps<V> {
  roles: readonly RoleName[];
  /** The roles that the person has, in their order. */
  base: readonly number[];
  /** Those that came from groups of the identity provider. */
  ofGroups: readonly RoleOfGroups[];
}

/** Roles that the administrator may give, and those that the person has. A role that is given comes after the others. */
export function RolesField<V extends FieldValues>({ roles, base, ofGroups, ...props }: RolesFieldProps<V>) {
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
      description={described(roles, ofGroups, offered.length < known.length)}
    />
  );
}

function described(
  roles: readonly RoleName[],
  ofGroups: readonly RoleOfGroups[],
  lacksSome: boolean,
): string | undefined {
  const sentences = ofGroups.map(({ roleId, groups }) => {
    const role = roles.find(({ id }) => id === roleId)?.name ?? '';
    const from =
      groups.length === 0 ? 'a group' : `the ${groups.length === 1 ? 'group' : 'groups'} ${all.format(groups)}`;
    return `${role} comes from ${from} of the identity provider, and goes when the person leaves it there.`;
  });
  if (lacksSome) sentences.push('Roles with administrative rights that you do not have yourself are not offered.');
  return sentences.join(' ') || undefined;
}
