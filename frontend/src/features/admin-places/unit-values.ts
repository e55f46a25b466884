import { type Check, checkByContract } from '@/api/contract-form';
import type {
  NewUnit,
  PreferredVideo,
  TransferProtocolFields,
  UnitDetails,
  UnitDraft,
  UnitFields,
} from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { type How, howOf } from '@/versions/drafts/how';
import type { VersionedValues } from '@/versions/versioned';

import { asNumber, textOrNull, withBlanks } from './blanks';
import { NO_NUMBER, numberOf, type NumberValues, numberValuesOf } from './number-values';

export interface ProtocolValues {
  transferFor: '' | 'LVO' | 'Thrombolytic';
  serviceLineId: number | '';
  transferTo: string;
  transferDistanceMiles: number | '';
}

/** A unit in the form, by the names of the contract, so that refusals find their fields. */
export interface UnitValues extends VersionedValues {
  /** Only for a new unit. */
  code: string;
  unit: string;
  displayName: string;
  locationType: { name: string };
  timeZone: string;
  phoneNumberAtLocation: string;
  faxNumber: string;
  hospitalName: string;
  emrIntegrated: boolean;
  emrCode: string;
  FeaturesByLocations: {
    collectPatientSex: boolean;
    collectPatientEnumber: boolean;
    collectHospitalName: boolean;
    collectFaxNumber: boolean;
    configurablePatientNumber: NumberValues;
  };
  serviceLineIds: number[];
  preferredVideo: '' | PreferredVideo;
  VidyoRooms: { name: string; phoneNumber: string }[];
  TransferProtocols: ProtocolValues[];
  how: How;
}

/** What an administrator decides about a unit, in the order of the page. */
export const FIELDS = [
  'unit',
  'displayName',
  'locationType',
  'timeZone',
  'phoneNumberAtLocation',
  'faxNumber',
  'hospitalName',
  'emrIntegrated',
  'emrCode',
  'FeaturesByLocations',
  'serviceLineIds',
  'preferredVideo',
  'VidyoRooms',
  'TransferProtocols',
] as const satisfies readonly (keyof UnitFields)[];

export type UnitFieldName = (typeof FIELDS)[number];

/** What the form shows: the draft, if one is open and still fits. */
export function valuesOf({ version, draft, draftSettings, needsApproval, ...live }: UnitDetails): UnitValues {
  const unit = draftSettings ?? live;
  const { configurablePatientNumber, ...collected } = unit.FeaturesByLocations;
  return {
    version: draft?.version ?? version,
    code: live.code,
    unit: unit.unit,
    displayName: unit.displayName,
    locationType: { name: unit.locationType.name },
    timeZone: unit.timeZone,
    phoneNumberAtLocation: unit.phoneNumberAtLocation ?? '',
    faxNumber: unit.faxNumber ?? '',
    hospitalName: unit.hospitalName ?? '',
    emrIntegrated: unit.emrIntegrated,
    emrCode: unit.emrCode ?? '',
    FeaturesByLocations: { ...collected, configurablePatientNumber: numberValuesOf(configurablePatientNumber) },
    serviceLineIds: unit.serviceLineIds,
    preferredVideo: unit.preferredVideo ?? '',
    VidyoRooms: unit.VidyoRooms.map(({ name, phoneNumber }) => ({ name, phoneNumber: phoneNumber ?? '' })),
    TransferProtocols: unit.TransferProtocols.map((protocol) => ({ ...protocol })),
    how: howOf({ draft, needsApproval }),
    reason: draft?.reason ?? '',
  };
}

export function newUnit(timeZone: string): UnitValues {
  return {
    version: '',
    code: '',
    unit: '',
    displayName: '',
    locationType: { name: '' },
    timeZone,
    phoneNumberAtLocation: '',
    faxNumber: '',
    hospitalName: '',
    emrIntegrated: false,
    emrCode: '',
    FeaturesByLocations: {
      collectPatientSex: true,
      collectPatientEnumber: false,
      collectHospitalName: false,
      collectFaxNumber: false,
      configurablePatientNumber: NO_NUMBER,
    },
    serviceLineIds: [],
    preferredVideo: '',
    VidyoRooms: [],
    TransferProtocols: [],
    how: 'now',
    reason: '',
  };
}

/** What is sent. Whether the unit is switched on is decided elsewhere. */
export function bodyOf(values: UnitValues, active: boolean, confirmed: string[] = []): UnitFields {
  const { configurablePatientNumber, ...collected } = values.FeaturesByLocations;
  return {
    unit: values.unit.trim(),
    displayName: values.displayName.trim(),
    locationType: { name: values.locationType.name.trim() },
    timeZone: values.timeZone,
    phoneNumberAtLocation: textOrNull(values.phoneNumberAtLocation),
    faxNumber: textOrNull(values.faxNumber),
    hospitalName: textOrNull(values.hospitalName),
    emrIntegrated: values.emrIntegrated,
    emrCode: textOrNull(values.emrCode),
    active,
    FeaturesByLocations: { ...collected, configurablePatientNumber: numberOf(configurablePatientNumber) },
    serviceLineIds: values.serviceLineIds,
    preferredVideo: values.preferredVideo === '' ? null : values.preferredVideo,
    VidyoRooms: values.VidyoRooms.map(({ name, phoneNumber }) => ({
      name: name.trim(),
      phoneNumber: textOrNull(phoneNumber),
    })),
    TransferProtocols: values.TransferProtocols.map(protocolOf),
    reason: textOrNull(values.reason),
    confirmed,
  };
}

/** What is saved as a draft. */
export function draftBodyOf(values: UnitValues, active: boolean, onLive = false): UnitDraft {
  const { confirmed: _, ...body } = bodyOf(values, active);
  return { ...body, onLive };
}

export function newBodyOf(values: UnitValues, facilityId: number): NewUnit {
  return { ...bodyOf(values, true), code: values.code.trim(), facilityId };
}

export const checkUnit: Check<UnitValues> = async (values) => {
  const { errors } = await checkByContract('UnitFields', { ...bodyOf(values, true) });
  return { data: { ...values }, errors: withBlanks(values, withMask(errors)) };
};

export const checkNewUnit: Check<UnitValues> = async (values) => {
  // The contract has no opinion on which facility it is.
  const { errors } = await checkByContract('NewUnit', { ...newBodyOf(values, 1) });
  return { data: { ...values }, errors: withBlanks(values, withMask(errors)) };
};

const MASK = 'FeaturesByLocations.configurablePatientNumber.mask';

/** The contract's mask is a text or an object, of which the form has a field each. */
function withMask(errors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...errors].map(([field, message]) => [field === MASK ? `${MASK}.text` : field, message]));
}

/** The fields in which two sets of answers differ. */
export function differing(values: UnitValues, others: UnitValues): UnitFieldName[] {
  const [a, b] = [bodyOf(values, true), bodyOf(others, true)];
  return FIELDS.filter((field) => !isSame(a[field], b[field]));
}

/** What is not chosen yet is refused by the contract. */
function protocolOf({ transferFor, serviceLineId, transferTo, transferDistanceMiles }: ProtocolValues) {
  const protocol = {
    transferFor,
    serviceLineId: asNumber(serviceLineId),
    transferTo: transferTo.trim(),
    transferDistanceMiles: asNumber(transferDistanceMiles),
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- validated before it is sent
  return protocol as TransferProtocolFields;
}
