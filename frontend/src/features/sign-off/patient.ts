import type { Consult } from '@/consults/consult';

/** The name that the user types to sign. */
export function fullNameOf({ Patient: { nameGiven, nameFamily } }: Pick<Consult, 'Patient'>): string {
  return `${nameGiven} ${nameFamily}`;
}
