import { expect, it } from 'vitest';

import { makeCensusPatient } from '@/testing/wizard-network';

import { emptyWizard, type WizardData, wizardSchema } from './wizard-data';

const full: WizardData = {
  facility: { organizationId: 1, facilityName: 'North Campus' },
  patient: {
    values: {
      locationId: 11,
      Patient: {
        nameGiven: 'Rosalind',
        nameFamily: 'Franklin',
        birthDate: '07/25',
        gender: 'female',
        additionalData: { enumber: '4711', patientNumber: 'AC-0001' },
      },
      additionalData: { faxNumber: '(555) 010-0177', hospitalName: 'General' },
    },
    emr: makeCensusPatient({ dob: null }),
    complete: true,
  },
  sentBack: { patient: makeCensusPatient({ emrId: 'enc-2' }), why: 'left' },
  serviceLineId: 3,
  drafts: [
    {
      serviceLineId: 3,
      about: { emrId: 'enc-1', nameGiven: 'Ida', nameFamily: 'Rowan', birthDate: '1951-07-25' },
      locationId: 11,
      answers: { callbackNumber: '(555', TelePsychConsultDetail: { otherReason: '' } },
    },
    {
      serviceLineId: 2,
      about: { emrId: null, nameGiven: 'Ida', nameFamily: 'Rowan', birthDate: '1951-07-25' },
      locationId: 12,
      answers: {},
    },
  ],
  attempt: { content: '{}', key: 'the-one-press', unanswered: true },
};

const byHand = { ...full.patient!, values: { ...full.patient!.values, locationId: '' as const }, emr: null };
const { facility } = full;

it.each<[string, WizardData]>([
  ['every answer', full],
  ['a patient entered manually without a unit yet', { ...full, patient: { ...byHand, complete: false } }],
  ['a facility and nothing else', { ...emptyWizard, facility }],
])('[WIZ-40] reads %s as it was stored', (_what, data) => {
  expect(wizardSchema.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
});
