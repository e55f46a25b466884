import type { ReactNode } from 'react';

import { choices } from '@/api/contract/choices/admin.gen';
import type { DescribedPermission } from '@/api/generated/types.gen';

/** Renders a link to a role's page. */
export type RoleLink = (id: number, text: string) => ReactNode;

export interface PermissionGroup {
  readonly label: string;
  readonly permissions: readonly DescribedPermission[];
}

/** The permissions by what they are about; groups without any are left out. */
export function groupsOf(permissions: readonly DescribedPermission[]): readonly PermissionGroup[] {
  return choices.PermissionGroup.map(({ value, label }) => ({
    label,
    permissions: permissions.filter(({ group }) => group === value),
  })).filter((group) => group.permissions.length > 0);
}

/** `1 person`, `14 people` */
export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}
