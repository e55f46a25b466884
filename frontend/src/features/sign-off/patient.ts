import type { Consult } from '@/service-lines/define';

/** As it is typed to sign. */
export function fullNameOf({ Patient: { nameGiven, nameFamily } }: Pick<Consult, 'Patient'>): string {
  return `${nameGiven} ${nameFamily}`;
}
