import type { PermissionEffectRead, RoleEffect } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';

import { peopleText } from './groups';

/** `14 people gain “Open consults” in 2 organizations.` */
export function effectLines(effect: PermissionEffectRead, verb: 'gain' | 'lose'): string {
  const { label, people, organizations, elsewhere } = effect;
  const others = elsewhere > 0 ? ` So ${elsewhere === 1 ? 'does' : 'do'} ${peopleText(elsewhere)} elsewhere.` : '';
  if (people === 0) return `Nobody in your organizations ${verb}s “${label}”.${others}`;
  const form = people === 1 ? `${verb}s` : verb;
  return `${peopleText(people)} ${form} “${label}” in ${pluralize(organizations, 'organization')}.${others}`;
}

/** How many people are concerned by a change of a role. */
export function summaryOf({ gains, losses, people, elsewhere, goOffCall }: RoleEffect): string {
  if (gains.length + losses.length === 0) return 'What people can do stays the same.';
  if (people + elsewhere === 0)
    return 'Nobody is affected: those who have this role can do the same through another one, or nobody has it.';
  const parts = [
    `What ${peopleText(people)} can do changes at once${elsewhere > 0 ? `, and ${peopleText(elsewhere)} elsewhere` : ''}.`,
    ...(goOffCall > 0 ? [`${peopleText(goOffCall)} ${goOffCall === 1 ? 'goes' : 'go'} off call.`] : []),
  ];
  return parts.join(' ');
}
