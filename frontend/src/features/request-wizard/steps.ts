import { routes } from '@/shared/lib/routes';

import type { WizardData } from './wizard-data';

export type Step = 'location' | 'patient' | 'service' | 'details';

const order: readonly Step[] = ['location', 'patient', 'service', 'details'];

export const stepPaths = {
  location: routes.consultLocation,
  patient: routes.consultPatient,
  service: routes.consultServiceLine,
} as const;

/** The first step whose answer is still missing. */
function firstIncomplete({ facility, patient, serviceLineId }: WizardData): Step {
  if (facility === null) return 'location';
  if (patient?.complete !== true) return 'patient';
  return serviceLineId === null ? 'service' : 'details';
}

/** Where a visit to a step leads instead when an earlier one is missing; null where it may stay. */
export function missingBefore(step: Step, data: WizardData): keyof typeof stepPaths | null {
  const missing = firstIncomplete(data);
  return missing !== 'details' && order.indexOf(missing) < order.indexOf(step) ? missing : null;
}

/** Within the wizard nothing is lost: each step keeps its input. */
export function isWizardPath(pathname: string): boolean {
  return pathname === '/request-wizard' || pathname === '/request' || pathname.startsWith('/request/');
}
