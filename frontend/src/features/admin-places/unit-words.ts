import { choices as options } from '@/api/contract/choices/admin.gen';
import type { DifferenceRead, PlaceChoices, PreferredVideo, UnitDetails } from '@/api/generated/types.gen';
import { zoneInWords } from '@/shared/lib/zone-in-words';
import { differenceInWords, plainInWords } from '@/versions/difference-words';
import type { Versioned } from '@/versions/versioned';

import { numberOf } from './number-values';
import { checkUnit, differing, type UnitFieldName, type UnitValues, valuesOf } from './unit-values';

export const NOTHING = 'None';

export const UNIT_LABELS: Readonly<Record<UnitFieldName, string>> = {
  unit: 'Name Within the Facility',
  displayName: 'Full Name',
  locationType: 'Type',
  timeZone: 'Time Zone',
  phoneNumberAtLocation: 'Phone Number',
  faxNumber: 'Fax Number',
  hospitalName: 'Hospital Name',
  emrIntegrated: 'Patients are chosen from the census',
  emrCode: 'EMR Code',
  FeaturesByLocations: 'Asked for in Requests',
  serviceLineIds: 'Service Lines',
  preferredVideo: 'Calls Are Joined First In',
  VidyoRooms: 'Vidyo Rooms',
  TransferProtocols: 'Transfer Protocols',
};

/** The flags of what is asked for, with their labels. */
export const COLLECTED = [
  { name: 'collectPatientSex', label: 'Sex' },
  { name: 'collectPatientEnumber', label: 'ID number' },
  { name: 'collectHospitalName', label: 'Hospital name' },
  { name: 'collectFaxNumber', label: 'Fax number' },
] as const;

/** A unit as an object with versions. */
export function unitKind(choices: PlaceChoices): Versioned<UnitDetails, UnitValues, UnitFieldName> {
  return {
    noun: 'unit',
    labels: UNIT_LABELS,
    nameOf: ({ displayName }) => displayName,
    valuesOf,
    check: checkUnit,
    differing,
    answerInWords: (field, values) => unitAnswer(field, values, choices),
  };
}

/** One answer about a unit, in words. */
export function unitAnswer(field: UnitFieldName, values: UnitValues, { serviceLines }: PlaceChoices): string {
  const lineName = (id: number | '') => serviceLines.find((line) => line.id === id)?.name ?? `No. ${id}`;
  switch (field) {
    case 'locationType':
      return values.locationType.name;
    case 'timeZone':
      return zoneInWords(values.timeZone);
    case 'emrIntegrated':
      return values.emrIntegrated ? 'Yes' : 'No';
    case 'FeaturesByLocations':
      return collectedInWords(values.FeaturesByLocations);
    case 'serviceLineIds':
      return listed(values.serviceLineIds.map(lineName));
    case 'preferredVideo':
      return preferredInWords(values.preferredVideo);
    case 'VidyoRooms':
      return listed(values.VidyoRooms.map(({ name, phoneNumber }) => roomInWords(name, phoneNumber)));
    case 'TransferProtocols':
      return listed(
        values.TransferProtocols.map(
          ({ transferFor, serviceLineId, transferTo, transferDistanceMiles }) =>
            `${transferFor} in ${lineName(serviceLineId)}: ${transferTo}, ${transferDistanceMiles} miles`,
        ),
        '; ',
      );
    default:
      return values[field].trim() === '' ? NOTHING : values[field].trim();
  }
}

export function listed(words: readonly string[], separator = ', '): string {
  return words.length === 0 ? NOTHING : words.join(separator);
}

export function preferredInWords(video: '' | PreferredVideo): string {
  return options.PreferredVideo.find(({ value }) => value === video)?.label ?? 'The application';
}

function collectedInWords(features: UnitValues['FeaturesByLocations']): string {
  const asked = COLLECTED.filter(({ name }) => features[name]).map(({ label }) => label);
  const number = numberOf(features.configurablePatientNumber);
  if (number?.collect !== true) return listed(asked);
  const checks = [
    ...(number.optional === true ? ['optional'] : []),
    ...(typeof number.regexString === 'string' ? [`pattern ${number.regexString}`] : []),
    ...(typeof number.mask === 'string' ? [`mask ${number.mask}`] : []),
    ...(typeof number.mask === 'object' && number.mask !== null
      ? [`${number.mask.min} to ${number.mask.max} of ${number.mask.token}`]
      : []),
  ];
  return listed([...asked, `${number.label ?? ''}${checks.length > 0 ? ` (${checks.join('; ')})` : ''}`]);
}

function roomInWords(name: string, phone: string): string {
  return phone === '' ? name : `${name}, ${phone}`;
}

/** The places of a unit's version, as labels. */
const places: Readonly<Record<string, string>> = {
  unit: UNIT_LABELS.unit,
  display_name: UNIT_LABELS.displayName,
  type: UNIT_LABELS.locationType,
  time_zone: UNIT_LABELS.timeZone,
  phone: UNIT_LABELS.phoneNumberAtLocation,
  fax: UNIT_LABELS.faxNumber,
  hospital_name: UNIT_LABELS.hospitalName,
  emr_code: UNIT_LABELS.emrCode,
  emr_integrated: UNIT_LABELS.emrIntegrated,
  collects: UNIT_LABELS.FeaturesByLocations,
  patient_number: 'Patient Number',
  'patient_number.collect': 'Patient Number, asked for',
  'patient_number.label': 'Patient Number, label',
  'patient_number.optional': 'Patient Number, optional',
  'patient_number.feedback': 'Patient Number, message',
  'patient_number.regex': 'Patient Number, pattern',
  'patient_number.mask': 'Patient Number, mask',
  'patient_number.inputmode': 'Patient Number, keyboard',
  service_lines: UNIT_LABELS.serviceLineIds,
  preferred_video: UNIT_LABELS.preferredVideo,
  video_rooms: UNIT_LABELS.VidyoRooms,
  transfer_protocols: UNIT_LABELS.TransferProtocols,
  facility: 'Facility',
};

/** Service lines are named by their codes, as in a file. */
export function unitDifference(difference: DifferenceRead): string {
  if (difference.place === 'active') return difference.after === false ? 'Switched off' : 'Switched on';
  return differenceInWords(difference, { labels: places, inWords });
}

function inWords(value: unknown, place: string): string {
  if (place === 'emr_integrated' && value === null) return 'yes, if there is an EMR code';
  if (typeof value !== 'object' || value === null) return plainInWords(value);
  const fields = new Map<string, unknown>(Object.entries(value));
  const said = (name: string) => plainInWords(fields.get(name));
  if (place === 'video_rooms') return roomInWords(said('name'), fields.has('phone') ? said('phone') : '');
  if (place === 'transfer_protocols')
    return `${said('transfer_for')} in ${said('service_line')} to ${said('to')} (${said('miles')} miles)`;
  return plainInWords(value);
}
