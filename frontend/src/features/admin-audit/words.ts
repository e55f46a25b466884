import { choices } from '@/api/contract/choices/audit.gen';
import { objectKinds } from '@/api/contract/object-kinds.gen';
import type { ListedEntryRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { pluralize } from '@/shared/lib/pluralize';
import type { Tone } from '@/shared/ui/status-badge';

/** Why requests are refused, by the server's code; every other refusal is only called one. */
const REASONS: Readonly<Record<string, string>> = {
  forbidden: 'not permitted',
  not_found: 'does not exist, or out of reach',
  validation: 'invalid input',
  too_many_requests: 'too many requests',
  not_signed_in: 'not signed in',
  session_ended: 'the session had ended',
  unavailable: 'the server was busy',
};

const tones: Record<ListedEntryRead['result'], Tone> = { allowed: 'neutral', refused: 'warning', failed: 'danger' };

export function toneOf({ result }: ListedEntryRead): Tone {
  return tones[result];
}

/** `Allowed`, or `Refused: not permitted`. */
export function resultOf({ result, code }: ListedEntryRead): string {
  const label = choices.AuditResult.find(({ value }) => value === result)?.label ?? '';
  const reason = code === null ? undefined : REASONS[code];
  return reason === undefined ? label : `${label}: ${reason}`;
}

/** Who it was; a guest of a call and an identity provider have no account, and a command is run on the server. */
export function whoOf({ user, details }: ListedEntryRead): string {
  if (user !== null) return fullName(user);
  if (details !== null && 'guest' in details) return 'A guest of a call';
  if (details !== null && 'client' in details) return providerOf(details.client);
  return 'A command on the server';
}

function providerOf(client: unknown): string {
  return typeof client === 'string' ? `The identity provider ${client}` : 'Someone with an unknown secret';
}

const kindLabels: Readonly<Record<string, string>> = objectKinds;

/** `Person nurse`. */
export function objectInWords(kind: string, code: string): string {
  return `${kindLabels[kind] ?? 'Object'} ${code}`;
}

/** The object of the network that a request was about, as in the address: `user nurse`. */
export function objectOf({ details }: ListedEntryRead): { kind: string; code: string } | null {
  const { objectKind, object } = details ?? {};
  return typeof objectKind === 'string' && typeof object === 'string' ? { kind: objectKind, code: object } : null;
}

/** `Person nurse`; or `25 consults` or `25 patients`, for entries that are about more than one consult, or none. */
export function aboutOf(entry: ListedEntryRead): string {
  const { consultIds, patientIds, emrIds } = entry;
  const object = objectOf(entry);
  if (object !== null) return objectInWords(object.kind, object.code);
  if (consultIds.length > 1) return pluralize(consultIds.length, 'consult');
  const patients = Math.max(patientIds.length, emrIds.length);
  return patients > 0 && consultIds.length === 0 ? pluralize(patients, 'patient') : '';
}

const DETAILS: Readonly<Record<string, string>> = {
  filter: 'Filter',
  count: 'Entries sent',
  complete: 'Sent in full',
  format: 'Format',
  hasText: 'Also searched for a text',
  givenBy: 'Done by',
  guest: 'Guest',
  client: 'Identity provider',
  groupId: 'Group',
  unattended: 'On an unattended device',
  admitted: 'Let in',
  connection: 'Connection',
  isWorking: 'Works',
  emergencyAccessId: 'Emergency access',
  acr: 'Sign-in method',
};

/** What else is known, each as a label and a text. The server's names of rarer parameters are split into words. */
export function detailsOf({ details }: ListedEntryRead): [string, string][] {
  const others = Object.entries(details ?? {}).filter(([name]) => name !== 'objectKind' && name !== 'object');
  return others.map(([name, value]) => [DETAILS[name] ?? inWords(name), valueInWords(value)]);
}

function inWords(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueInWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueInWords).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${inWords(name)}: ${valueInWords(part)}`)
      .join('; ');
  return String(value);
}

export const counted = (count: number) => count.toLocaleString('en-US');

export const entriesInWords = (count: number) => `${counted(count)} ${count === 1 ? 'entry' : 'entries'}`;
