import { choices } from '@/api/contract/choices.gen';
import type { CensusPatientRead } from '@/api/generated/types.gen';
import { type Fields, isFields } from '@/api/rules';
import { asText } from '@/shared/forms/use-field';

/** A facility as the wizard's first step offers it. */
export interface FacilityChoice {
  readonly organizationId: number;
  readonly facilityName: string;
}

/** The patient form's values; the paths below `Patient` and `additionalData` are those of POST /consults. */
export interface PatientValues {
  /** The location unit; blank text while none is chosen. */
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
  /** Whom the hospital's census named; null for a patient who was typed in. */
  readonly emr: CensusPatientRead | null;
  /** True once the patient step was finished with these values. */
  readonly complete: boolean;
}

/** One try to send a request; a repeat of the same content, even after a reload, carries the same key. */
export interface Attempt {
  readonly content: string;
  readonly key: string;
  /** It may have arrived although its call failed. */
  readonly unanswered: boolean;
}

/** By what a patient is told from others before the hospital's record or the server knows them. */
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

/** The record's id decides where both have one, else names and birth date, without regard to letter case. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.emrId !== null && other.emrId !== null) return one.emrId === other.emrId;
  const words = ({ nameGiven, nameFamily, birthDate }: Identity) =>
    [nameGiven, nameFamily, birthDate].map((text) => text.trim().toLowerCase()).join('\n');
  return words(one) === words(other);
}

/** Two ids of the record are two people, whatever their names; anything else may be a correction. */
export const mayBeSamePerson = (one: Identity, other: Identity): boolean =>
  one.emrId === null || other.emrId === null || one.emrId === other.emrId;

/** What was typed into the form of a line. */
export interface Draft {
  readonly serviceLineId: number;
  /** Whom it is about: it is never sent for another patient. */
  readonly about: Identity;
  /** The location unit whose patient it was typed for. */
  readonly locationId: number;
  readonly answers: Fields;
}

/** Why the hospital's record refused a request about somebody of its census. */
export type WhySentBack = 'left' | 'differs';

/** A patient whom the record no longer has in the unit, or of whom it says otherwise than when they were chosen. */
export interface SentBack {
  readonly patient: CensusPatientRead;
  readonly why: WhySentBack;
}

/** Everything that the wizard knows between its steps. */
export interface WizardData {
  readonly facility: FacilityChoice | null;
  readonly patient: PatientChoice | null;
  /** About whom the request was refused that was sent last; what was answered is about them. */
  readonly sentBack: SentBack | null;
  readonly serviceLineId: number | null;
  /** One for each line whose form was begun about a patient; only that of the chosen line about this patient is ever sent. */
  readonly drafts: readonly Draft[];
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

/** Reads what was stored; throws when it is not what this version writes. */
export function readWizard(stored: unknown): WizardData {
  const data = fields(stored);
  return {
    facility: orNull(data.facility, readFacility),
    patient: orNull(data.patient, readPatient),
    sentBack: orNull(data.sentBack, (sentBack) => {
      const { patient, why } = fields(sentBack);
      return { patient: readCensusPatient(patient), why: why === 'left' ? 'left' : 'differs' };
    }),
    serviceLineId: orNull(data.serviceLineId, wholeNumber),
    drafts: list(data.drafts).map((draft) => {
      const { serviceLineId, about, locationId, answers } = fields(draft);
      const { emrId, nameGiven, nameFamily, birthDate } = fields(about);
      return {
        serviceLineId: wholeNumber(serviceLineId),
        about: {
          emrId: orNull(emrId, text),
          nameGiven: text(nameGiven),
          nameFamily: text(nameFamily),
          birthDate: text(birthDate),
        },
        locationId: wholeNumber(locationId),
        answers: fields(answers),
      };
    }),
    attempt: orNull(data.attempt, (attempt) => {
      const { content, key, unanswered } = fields(attempt);
      return { content: text(content), key: text(key), unanswered: unanswered === true };
    }),
  };
}

function readFacility(stored: unknown): FacilityChoice {
  const { organizationId, facilityName } = fields(stored);
  return { organizationId: wholeNumber(organizationId), facilityName: text(facilityName) };
}

function readPatient(stored: unknown): PatientChoice {
  const { values, emr, complete } = fields(stored);
  const typed = fields(values);
  const patient = fields(typed.Patient);
  const numbers = fields(patient.additionalData);
  const more = fields(typed.additionalData);
  return {
    values: {
      locationId: typeof typed.locationId === 'number' ? typed.locationId : '',
      Patient: {
        nameGiven: asText(patient.nameGiven),
        nameFamily: asText(patient.nameFamily),
        birthDate: asText(patient.birthDate),
        gender: asText(patient.gender),
        additionalData: { enumber: asText(numbers.enumber), patientNumber: asText(numbers.patientNumber) },
      },
      additionalData: { faxNumber: asText(more.faxNumber), hospitalName: asText(more.hospitalName) },
    },
    emr: orNull(emr, readCensusPatient),
    complete: complete === true,
  };
}

function readCensusPatient(stored: unknown): CensusPatientRead {
  const { emrId, displayName, firstName, lastName, dob, sex, unit, safarLocId, identifiers } = fields(stored);
  const known = choices.Sex.find(({ value }) => value === sex)?.value;
  if (known === undefined) throw new Error('not a census patient');
  return {
    emrId: text(emrId),
    displayName: text(displayName),
    firstName: text(firstName),
    lastName: text(lastName),
    dob: orNull(dob, text),
    sex: known,
    unit: text(unit),
    safarLocId: wholeNumber(safarLocId),
    identifiers: list(identifiers).map((identifier) => {
      const { system, value } = fields(identifier);
      return { system: text(system), value: text(value) };
    }),
  };
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null ? null : read(value);
}

function fields(value: unknown): Fields {
  if (!isFields(value)) throw new Error('not an object');
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('not text');
  return value;
}

function wholeNumber(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error('not a whole number');
  return Number(value);
}
