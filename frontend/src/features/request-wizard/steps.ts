import { routes } from '@/shared/lib/routes';

import type { WizardData } from './wizard-data';

export type Step = 'location' | 'patient' | 'service' | 'details';

const order: readonly Step[] = ['location', 'patient', 'service', 'details'];

export const stepPaths = {
  location: routes.consultLocation,
  patient: routes.consultPatient,
  service: routes.consultServiceLine,
} as const;

/** The first step that is not complete yet. */
function firstIncomplete({ facility, patient, serviceLineId }: WizardData): Step {
  if (facility === null) return 'location';
  if (patient?.complete !== true) return 'patient';
  return serviceLineId === null ? 'service' : 'details';
}

/** The earlier step to redirect to because it is not complete; null if the step can be shown. */
export function missingBefore(step: Step, data: WizardData): keyof typeof stepPaths | null {
  const missing = firstIncomplete(data);
  return missing !== 'details' && order.indexOf(missing) < order.indexOf(step) ? missing : null;
}

/** Moving within the wizard loses nothing: each step saves its input. */
export function isWizardPath(pathname: string): boolean {
  return pathname === '/request-wizard' || pathname === '/request' || pathname.startsWith('/request/');
}
