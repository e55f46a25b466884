import { valuesOfCensusPatient } from '@/features/request-wizard/request-patient';
import { emptyWizard, type WizardData } from '@/features/request-wizard/wizard-data';
import { wizardStore } from '@/features/request-wizard/wizard-store';

import { encryptedStorage } from '@/drafts/encrypted-storage';

import { makeCensusPatient, makeRequester } from './wizard-network';

export const WIZARD_KEY = 'request-wizard';

/** The bedside user of this tab. */
export const requester = makeRequester();

/** The tab's storage after a reload, with three steps completed. */
export function storeWizard(change: Partial<WizardData> = {}, about: { version?: number; userId?: number } = {}) {
  const emr = makeCensusPatient();
  const data: WizardData = {
    ...emptyWizard,
    facility: { organizationId: 1, facilityName: 'North Campus' },
    patient: { values: valuesOfCensusPatient(emr), emr, complete: true },
    serviceLineId: 3,
    ...change,
  };
  wizardStore.write(requester.id, data);
  wizardStore.rehydrate();
  const stored: unknown = JSON.parse(encryptedStorage.read(WIZARD_KEY) ?? '');
  encryptedStorage.write(WIZARD_KEY, JSON.stringify(Object.assign({}, stored, about)));
}
