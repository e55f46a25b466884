import type { PatientRead } from '@/api/generated/types.gen';

/** Formatted for patient lists: `Marsh, Rosa`. */
export function patientName({ nameFamily, nameGiven }: Pick<PatientRead, 'nameFamily' | 'nameGiven'>): string {
  return `${nameFamily}, ${nameGiven}`;
}
