import * as z from 'zod/mini';

import { choices } from '@/api/contract/choices/patients.gen';
import type { CensusPatientRead } from '@/api/generated/types.gen';
import type { Fields } from '@/api/rules';
import type { Attempt } from '@/drafts/attempts';

/** A facility as chosen in the wizard's first step. */
export interface FacilityChoice {
  readonly organizationId: number;
  readonly facilityName: string;
}

/** The patient form's values; the paths below `Patient` and `additionalData` are those of POST /consults. */
export interface PatientValues {
  /** The unit; empty text until one is chosen. */
  locationId: number | '';
  Patient: {
    nameGiven: string;
    nameFamily: string;
    birthDate: string;
    gender: string;
    additionalData: { enumber: string; patientNumber: string };
  };
  additionalData: { faxNumber: string; hospitalName: string };
}

export interface PatientChoice {
  readonly values: PatientValues;
  /** The patient in the hospital's census; null for a patient entered manually. */
  readonly emr: CensusPatientRead | null;
  /** True once the patient step has been completed with these values. */
  readonly complete: boolean;
}

/** What identifies a patient before they exist in the hospital's record or on the server. */
export interface Identity {
  readonly emrId: string | null;
  readonly nameGiven: string;
  readonly nameFamily: string;
  readonly birthDate: string;
}

export function identityOf({ values, emr }: Pick<PatientChoice, 'values' | 'emr'>): Identity {
  const { nameGiven, nameFamily, birthDate } = values.Patient;
  return { emrId: emr?.emrId ?? null, nameGiven, nameFamily, birthDate };
}

/** Compares the record's ids if both have one, otherwise names (ignoring case) and birth date. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.emrId !== null && other.emrId !== null) return one.emrId === other.emrId;
  const words = ({ nameGiven, nameFamily, birthDate }: Identity) =>
    [nameGiven, nameFamily, birthDate].map((text) => text.trim().toLowerCase()).join('\n');
  return words(one) === words(other);
}

/** Two different ids in the record are two people, whatever their names; anything else may be a correction. */
export const mayBeSamePerson = (one: Identity, other: Identity): boolean => one.emrId === null || other.emrId === null;

/** The answers typed into a line's form. */
export interface LineDraft {
  readonly serviceLineId: number;
  /** The patient whom it is about; it is never sent for another one. */
  readonly about: Identity;
  /** The patient's unit when it was typed. */
  readonly locationId: number;
  readonly answers: Fields;
}

/** Why the hospital's record rejected a request about one of its census patients. */
export type WhySentBack = 'left' | 'differs';

/** A patient who is no longer in the unit, or whose data in the record has changed since they were chosen. */
export interface SentBack {
  readonly patient: CensusPatientRead;
  readonly why: WhySentBack;
}

/** The wizard's state across its steps. */
export interface WizardData {
  readonly facility: FacilityChoice | null;
  readonly patient: PatientChoice | null;
  /** The patient of the last request, if it was rejected; the answers are about this patient. */
  readonly sentBack: SentBack | null;
  readonly serviceLineId: number | null;
  /** One for each line and patient whose form was started. Only the draft of the chosen line for the current patient is ever sent. */
  readonly drafts: readonly LineDraft[];
  readonly attempt: Attempt | null;
}

export const emptyWizard: WizardData = {
  facility: null,
  patient: null,
  sentBack: null,
  serviceLineId: null,
  drafts: [],
  attempt: null,
};

export const emptyPatient: PatientValues = {
  locationId: '',
  Patient: {
    nameGiven: '',
    nameFamily: '',
    birthDate: '',
    gender: '',
    additionalData: { enumber: '', patientNumber: '' },
  },
  additionalData: { faxNumber: '', hospitalName: '' },
};

const identity = z.object({
  emrId: z.nullable(z.string()),
  nameGiven: z.string(),
  nameFamily: z.string(),
  birthDate: z.string(),
});

const censusPatient = z.object({
  emrId: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dob: z.nullable(z.string()),
  sex: z.enum(choices.Sex.map(({ value }) => value)),
  unit: z.string(),
  safarLocId: z.int(),
  identifiers: z.array(z.object({ system: z.string(), value: z.string() })),
});

const patientValues = z.object({
  locationId: z.union([z.int(), z.literal('')]),
  Patient: z.object({
    nameGiven: z.string(),
    nameFamily: z.string(),
    birthDate: z.string(),
    gender: z.string(),
    additionalData: z.object({ enumber: z.string(), patientNumber: z.string() }),
  }),
  additionalData: z.object({ faxNumber: z.string(), hospitalName: z.string() }),
});

/** The wizard's state as persisted across a reload. */
export const wizardSchema = z.object({
  facility: z.nullable(z.object({ organizationId: z.int(), facilityName: z.string() })),
  patient: z.nullable(z.object({ values: patientValues, emr: z.nullable(censusPatient), complete: z.boolean() })),
  sentBack: z.nullable(z.object({ patient: censusPatient, why: z.enum(['left', 'differs']) })),
  serviceLineId: z.nullable(z.int()),
  drafts: z.array(
    z.object({
      serviceLineId: z.int(),
      about: identity,
      locationId: z.int(),
      answers: z.record(z.string(), z.unknown()),
    }),
  ),
  attempt: z.nullable(z.object({ content: z.string(), key: z.string(), unanswered: z.boolean() })),
});
