import { type Check, checkByContract } from '@/api/contract-form';
import type {
  DescribedPermission,
  NewRole,
  PermissionPair,
  ProposedRole,
  RoleChange,
  RoleDetails,
} from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { type How, howOf } from '@/versions/drafts/how';
import type { Versioned, VersionedValues } from '@/versions/versioned';

/** A role in the form; blank text is not answered. */
export interface RoleValues extends VersionedValues {
  /** Only for a new role. */
  name: string;
  label: string;
  /** By the keys of `keyOf`, in their order. */
  permissions: string[];
  how: How;
}

const FIELDS = ['label', 'permissions'] as const satisfies readonly (keyof RoleValues)[];

export type FieldName = (typeof FIELDS)[number];

export const LABELS: Readonly<Record<FieldName | 'name', string>> = {
  name: 'Name',
  label: 'Shown As',
  permissions: 'Permissions',
};

export function keyOf({ action, subject }: PermissionPair): string {
  return `${action} ${subject}`;
}

/** What the form shows: the draft, if one is open and still fits. */
export function valuesOf({ version, draft, draftSettings, needsApproval, ...live }: RoleDetails): RoleValues {
  const { label, permissions } = draftSettings ?? live;
  return {
    version: draft?.version ?? version,
    name: live.name,
    label,
    permissions: permissions.map(keyOf).toSorted(),
    how: howOf({ draft, needsApproval }),
    reason: draft?.reason ?? '',
  };
}

export const newRole: RoleValues = { version: '', name: '', label: '', permissions: [], how: 'now', reason: '' };

/** What the role would allow. */
export function proposedOf({ permissions }: Pick<RoleValues, 'permissions'>, isRetired = false): ProposedRole {
  return { permissions: permissions.map(pairOf), isRetired };
}

/** What is sent. Whether the role is retired is decided elsewhere. */
export function bodyOf(values: RoleValues, isRetired = false): Omit<RoleChange, 'confirmed'> {
  const reason = values.reason.trim();
  return { ...proposedOf(values, isRetired), label: values.label.trim(), reason: reason === '' ? null : reason };
}

export function changeOf(values: RoleValues, isRetired: boolean, confirmed: string[]): RoleChange {
  return { ...bodyOf(values, isRetired), confirmed };
}

export function newBodyOf(values: RoleValues): NewRole {
  return { ...bodyOf(values), name: values.name.trim() };
}

export const checkNewRole: Check<RoleValues> = async (values) => {
  const { errors } = await checkByContract('NewRole', { ...newBodyOf(values) });
  return { data: { ...values }, errors };
};

const checkRole: Check<RoleValues> = async (values) => {
  const { errors } = await checkByContract('RoleChange', { ...changeOf(values, false, []) });
  return { data: { ...values }, errors };
};

/** `described` are the permissions with their words. */
export function kindOf(described: readonly DescribedPermission[]): Versioned<RoleDetails, RoleValues, FieldName> {
  return {
    noun: 'role',
    labels: LABELS,
    nameOf: ({ name }) => name,
    valuesOf,
    check: checkRole,
    differing: (values, others) => {
      const [a, b] = [bodyOf(values), bodyOf(others)];
      return FIELDS.filter((field) => !isSame(a[field], b[field]));
    },
    answerInWords: (field, values) =>
      field === 'label' ? values.label : permissionsInWords(values.permissions, described),
  };
}

export function permissionsInWords(keys: readonly string[], described: readonly DescribedPermission[]): string {
  return keys.length === 0 ? 'Nothing' : keys.map((key) => permissionInWords(key, described)).join(', ');
}

export function permissionInWords(key: string, described: readonly DescribedPermission[]): string {
  return described.find((each) => keyOf(each) === key)?.label ?? key;
}

function pairOf(key: string): PermissionPair {
  const [action = '', subject = ''] = key.split(' ');
  return { action, subject };
}
