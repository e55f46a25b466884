import type { Consult } from '@/consults/consult';

/** As it is typed to sign. */
export function fullNameOf({ Patient: { nameGiven, nameFamily } }: Pick<Consult, 'Patient'>): string {
  return `${nameGiven} ${nameFamily}`;
}
