import { choices as options } from '@/api/contract/choices/admin.gen';
import { type Check, checkByContract } from '@/api/contract-form';
import type {
  DifferenceRead,
  NewOrganization,
  NotesProtocol,
  OrganizationDetails,
  OrganizationFields,
} from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { differenceInWords, plainInWords } from '@/versions/difference-words';
import type { Versioned, VersionedValues } from '@/versions/versioned';

import { asNumber, textOrNull, withBlanks } from './blanks';

/** An HL7 interface in the form; the port is blank until it is typed. */
interface Hl7Values {
  host: string;
  port: number | '';
  tls: boolean;
  receivingApplication: string;
  receivingFacility: string;
  sendingFacility: string;
}

/** An organization in the form. */
export interface OrganizationValues extends VersionedValues {
  /** Only for a new organization. */
  code: string;
  name: string;
  /** Blank if signed notes are not filed. */
  notesProtocol: '' | NotesProtocol;
  /** Counts only with its protocol. */
  hl7: Hl7Values;
}

const FIELDS = ['name', 'notesProtocol', 'hl7'] as const;

export type OrganizationFieldName = (typeof FIELDS)[number];

export const ORGANIZATION_LABELS: Readonly<Record<OrganizationFieldName, string>> = {
  name: 'Name',
  notesProtocol: 'Signed Notes Are Filed In',
  hl7: 'HL7 Interface',
};

export const NOT_FILED = 'Nowhere: they stay in Wardline only';

const HL7: Hl7Values = {
  host: '',
  port: '',
  tls: true,
  receivingApplication: '',
  receivingFacility: '',
  sendingFacility: 'WARDLINE',
};

/** An organization as an object with versions. */
export const organizationKind: Versioned<OrganizationDetails, OrganizationValues, OrganizationFieldName> = {
  noun: 'organization',
  labels: ORGANIZATION_LABELS,
  nameOf: ({ name }) => name,
  valuesOf: ({ version, code, name, notesProtocol, hl7 }) => ({
    version,
    code,
    name,
    notesProtocol: notesProtocol ?? '',
    hl7: hl7 ?? HL7,
    reason: '',
  }),
  check: async (values) => {
    const { errors } = await checkByContract('OrganizationFields', { ...organizationBody(values) });
    return { data: { ...values }, errors: withBlanks(values, errors) };
  },
  differing: (values, others) => {
    const [a, b] = [organizationBody(values), organizationBody(others)];
    return FIELDS.filter((field) => !isSame(a[field], b[field]));
  },
  answerInWords: (field, values) => {
    if (field === 'name') return values.name.trim();
    if (field === 'notesProtocol') return protocolInWords(values.notesProtocol);
    const { host, port, tls, receivingApplication, receivingFacility, sendingFacility } = values.hl7;
    if (values.notesProtocol !== 'hl7v2') return 'None';
    const encryption = tls ? 'with TLS' : 'without TLS';
    return `${host}, port ${port}, ${encryption}, to ${receivingApplication} at ${receivingFacility}, from ${sendingFacility}`;
  },
};

export function protocolInWords(protocol: '' | NotesProtocol): string {
  return options.NotesProtocol.find(({ value }) => value === protocol)?.label ?? NOT_FILED;
}

export function newOrganization(): OrganizationValues {
  return { version: '', code: '', name: '', notesProtocol: '', hl7: HL7, reason: '' };
}

export function organizationBody(values: OrganizationValues): OrganizationFields {
  const { name, notesProtocol, hl7, reason } = values;
  return {
    name: name.trim(),
    notesProtocol: notesProtocol === '' ? null : notesProtocol,
    hl7: notesProtocol === 'hl7v2' ? { ...hl7, port: asNumber(hl7.port) } : null,
    reason: textOrNull(reason),
  };
}

export function newOrganizationBody(values: OrganizationValues): NewOrganization {
  return { ...organizationBody(values), code: values.code.trim() };
}

export const checkNewOrganization: Check<OrganizationValues> = async (values) => {
  const { errors } = await checkByContract('NewOrganization', { ...newOrganizationBody(values) });
  return { data: { ...values }, errors: withBlanks(values, errors) };
};

const places: Readonly<Record<string, string>> = {
  name: ORGANIZATION_LABELS.name,
  notes: ORGANIZATION_LABELS.notesProtocol,
  'notes.protocol': ORGANIZATION_LABELS.notesProtocol,
  'notes.host': 'HL7 host',
  'notes.port': 'HL7 port',
  'notes.tls': 'HL7 with TLS',
  'notes.receiving_application': 'HL7 receiving application',
  'notes.receiving_facility': 'HL7 receiving facility',
  'notes.sending_facility': 'HL7 sending facility',
};

export function organizationDifference(difference: DifferenceRead): string {
  return differenceInWords(difference, { labels: places, inWords: plainInWords });
}
