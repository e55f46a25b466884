import { choices } from '@/api/contract/choices/system.gen';
import type { ConnectionKind, ConnectionRead, ConnectionSetting, ConnectionState } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';

const kindLabel = (kind: ConnectionKind) => choices.ConnectionKind.find(({ value }) => value === kind)?.label ?? '';

/** A connection's name: its kind and, if there are several of the kind, whose it is. */
export const titleOf = ({ kind, name }: ConnectionRead) =>
  name === null ? kindLabel(kind) : `${kindLabel(kind)}: ${name}`;

export const keyOf = ({ kind, part }: ConnectionRead) => (part === null ? kind : `${kind} ${part}`);

/** What its two times are of; who calls us has requests. */
export const timeLabels = (kind: ConnectionKind): readonly [success: string, failure: string] =>
  kind === 'provisioning' ? ['Last request that was answered', 'Last refusal'] : ['Last success', 'Last error'];

export const stateLabel = (state: ConnectionState) =>
  choices.ConnectionState.find(({ value }) => value === state)?.label ?? '';

/** The sentence at the top of the page. */
export function summary(connections: readonly ConnectionRead[]): string {
  const count = (state: ConnectionState) => connections.filter((each) => each.state === state).length;
  const [failing, off] = [count('fails'), count('off')];
  const first =
    failing === 0
      ? 'No connection is known to fail.'
      : `${pluralize(failing, 'connection')} ${failing === 1 ? 'does' : 'do'} not work.`;
  return off === 0 ? first : `${first} ${String(off)} ${off === 1 ? 'is' : 'are'} not set up.`;
}

/** Whether a setting has been set, and what it holds; never its value. */
export function settingText({ isSet, isRequired, source }: ConnectionSetting, state: ConnectionState): string {
  if (!isSet) return isRequired && state === 'off' ? 'Missing' : 'Not set';
  if (source === 'secret') return 'Set; its value is secret';
  return source === 'file' ? 'Set; names a file on the server' : 'Set';
}
