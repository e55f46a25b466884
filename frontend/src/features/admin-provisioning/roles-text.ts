import type { GivableRole } from '@/api/generated/types.gen';

const all = new Intl.ListFormat('en-US');

/** `Gives Virtual Provider and Reporting.` */
export function rolesText(roleIds: readonly number[], roles: readonly GivableRole[]): string {
  const names = roles.filter(({ id }) => roleIds.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'Gives no role.' : `Gives ${all.format(names)}.`;
}
