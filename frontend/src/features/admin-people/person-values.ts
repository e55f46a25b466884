import { type Check, checkByContract } from '@/api/contract-form';
import type { LicenseFields, NewPerson, PeopleChoices, PersonFields, PersonRead } from '@/api/generated/types.gen';
import { inOrder } from '@/shared/forms/ids-field';
import { isSame } from '@/shared/lib/same';
import type { VersionedValues } from '@/versions/versioned';

export interface LicenseValues {
  state: string;
  /** Blank, or null once it was validated without a day, if it is not known. */
  until: string | null;
}

/** A person in the form; blank text is not answered. */
export interface PersonValues extends VersionedValues {
  /** Only for a new person. */
  username: string;
  firstName: string;
  lastName: string;
  subject: string;
  phoneNumber: string;
  medipacId: string;
  roleIds: number[];
  organizationIds: number[];
  locationIds: number[];
  serviceLines: { memberIds: number[]; activeIds: number[]; requestableIds: number[] };
  licenses: LicenseValues[];
}

/** What an administrator decides about a person, in the order of the page. */
export const FIELDS = [
  'firstName',
  'lastName',
  'subject',
  'phoneNumber',
  'medipacId',
  'organizationIds',
  'locationIds',
  'roleIds',
  'serviceLines',
  'licenses',
] as const satisfies readonly (keyof PersonValues)[];

export type FieldName = (typeof FIELDS)[number];

export const LABELS: Readonly<Record<FieldName | 'username', string>> = {
  username: 'Username',
  firstName: 'First Name',
  lastName: 'Last Name',
  subject: 'Identifier at the Identity Provider',
  phoneNumber: 'Phone Number',
  medipacId: 'Medipac ID',
  organizationIds: 'Organizations',
  locationIds: 'Units',
  roleIds: 'Roles',
  serviceLines: 'Service Lines',
  licenses: 'Licenses',
};

export function valuesOf(person: PersonRead): PersonValues {
  const { memberIds, activeIds, requestableIds } = person.serviceLines;
  return {
    version: person.version,
    username: '',
    firstName: person.firstName,
    lastName: person.lastName,
    subject: person.subject ?? '',
    phoneNumber: person.phoneNumber ?? '',
    medipacId: person.medipacId ?? '',
    roleIds: person.roleIds,
    organizationIds: inOrder(person.organizationIds),
    locationIds: inOrder(person.locationIds),
    serviceLines: {
      memberIds: inOrder(memberIds),
      activeIds: inOrder(activeIds),
      requestableIds: inOrder(requestableIds),
    },
    licenses: person.licenses.map(({ state, until }) => ({ state, until: until ?? '' })),
    reason: '',
  };
}

/** Nobody yet; of the administrator's organization, if there is only one. */
export function newPerson({ organizations }: PeopleChoices): PersonValues {
  return {
    version: '',
    username: '',
    firstName: '',
    lastName: '',
    subject: '',
    phoneNumber: '',
    medipacId: '',
    roleIds: [],
    organizationIds: organizations.length === 1 ? organizations.map(({ id }) => id) : [],
    locationIds: [],
    serviceLines: { memberIds: [], activeIds: [], requestableIds: [] },
    licenses: [],
    reason: '',
  };
}

/** What is sent: blank text is nothing. Whether the person can sign in is decided elsewhere. */
export function bodyOf(values: PersonValues, active: boolean, confirmed: string[] = []): PersonFields {
  const { firstName, lastName, roleIds, organizationIds, locationIds, serviceLines } = values;
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    subject: textOrNull(values.subject),
    phoneNumber: textOrNull(values.phoneNumber),
    medipacId: textOrNull(values.medipacId),
    active,
    roleIds,
    organizationIds,
    locationIds,
    serviceLines,
    licenses: values.licenses.map(licenseOf),
    reason: textOrNull(values.reason),
    confirmed,
  };
}

export function newBodyOf(values: PersonValues): NewPerson {
  return { ...bodyOf(values, true), username: values.username.trim() };
}

export const checkPerson: Check<PersonValues> = async (values) => {
  const { errors } = await checkByContract('PersonFields', { ...bodyOf(values, true) });
  return { data: { ...values }, errors };
};

export const checkNewPerson: Check<PersonValues> = async (values) => {
  const { errors } = await checkByContract('NewPerson', { ...newBodyOf(values) });
  return { data: { ...values }, errors };
};

/** The fields in which two sets of answers differ. */
export function differing(values: PersonValues, others: PersonValues): FieldName[] {
  const [a, b] = [bodyOf(values, true), bodyOf(others, true)];
  return FIELDS.filter((field) => !isSame(a[field], b[field]));
}

function licenseOf({ state, until }: LicenseValues): LicenseFields {
  return { state, until: textOrNull(until ?? '') };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** What counts: units only of the chosen organizations, so that one that is chosen again has its units again. */
export function effective(values: PersonValues, { units }: PeopleChoices): PersonValues {
  const others = new Set(
    units.filter(({ organizationId }) => !values.organizationIds.includes(organizationId)).map(({ id }) => id),
  );
  return { ...values, locationIds: values.locationIds.filter((id) => !others.has(id)) };
}
