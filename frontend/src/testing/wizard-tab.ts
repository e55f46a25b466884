import { valuesOfCensusPatient } from '@/features/request-wizard/patient-check';
import { emptyWizard, type WizardData } from '@/features/request-wizard/wizard-data';
import { wizardStore } from '@/features/request-wizard/wizard-store';

import { makeCensusPatient, makeRequester } from './wizard-network';

export const WIZARD_KEY = 'wardline.personal.request-wizard';

/** The bedside user whose tab it is. */
export const requester = makeRequester();

/** The tab as a reload finds it, with three steps done. */
export function storeWizard(change: Partial<WizardData> = {}, about: { version?: number; userId?: number } = {}) {
  const emr = makeCensusPatient();
  const data: WizardData = {
    ...emptyWizard,
    facility: { organizationId: 1, facilityName: 'North Campus' },
    patient: { values: valuesOfCensusPatient(emr, undefined), emr, complete: true },
    serviceLineId: 3,
    ...change,
  };
  wizardStore.write(requester.id, data);
  wizardStore.forget();
  const kept: unknown = JSON.parse(sessionStorage.getItem(WIZARD_KEY) ?? '');
  sessionStorage.setItem(WIZARD_KEY, JSON.stringify(Object.assign({}, kept, about)));
}
