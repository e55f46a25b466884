import type { PatientRead } from '@/api/generated/types.gen';

/** As lists of patients have it: `Marsh, Rosa`. */
export function patientName({ nameFamily, nameGiven }: Pick<PatientRead, 'nameFamily' | 'nameGiven'>): string {
  return `${nameFamily}, ${nameGiven}`;
}
