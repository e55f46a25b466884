import { choices } from '@/api/contract/choices/access-checks.gen';
import type {
  AccessAnswer,
  AskedPermission,
  CheckedAbout,
  CheckedAction,
  Fact,
  FactKind,
} from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });
const all = new Intl.ListFormat('en-US');

/** `acknowledge the consult` */
export function actionLabel(action: CheckedAction): string {
  return choices.CheckedAction.find(({ value }) => value === action)?.label ?? '';
}

/** `On call` */
export function factLabel(kind: FactKind): string {
  return choices.FactKind.find(({ value }) => value === kind)?.label ?? '';
}

/** The fact that the service line is closed, which keeps nobody from making the call, but the form does not offer the line. */
export function closedLine({ allowed, facts }: AccessAnswer): Fact | undefined {
  return allowed ? facts.find(({ kind, holds }) => kind === 'hours' && holds === false) : undefined;
}

/** `Yes, Ada Lovelace can acknowledge the consult.` */
export function sentenceOf(answer: AccessAnswer): string {
  const { allowed, person, action, about } = answer;
  const [start, can] = allowed ? ['Yes', 'can'] : ['No', 'cannot'];
  const sentence = `${fullName(person)} ${can} ${actionLabel(action)}`;
  if (closedLine(answer) !== undefined)
    return `${sentence}, but not while ${about.line?.name ?? 'the line'} is closed.`;
  return `${start}, ${sentence}.`;
}

/** `Consult for Tele-Stroke, from Lakeshore General - 4 East`; null if the question is about nothing else. */
export function aboutText({ consultId, line, location, organization }: CheckedAbout): string | null {
  if (consultId !== null) return `Consult for ${line?.name ?? ''}, from ${location?.name ?? ''}`;
  const names = [line, location, location === null ? organization : null].flatMap((each) => each?.name ?? []);
  return names.length === 0 ? null : names.join(', ');
}

/** `From the group Stroke Doctors`, as the label of a source. */
function groupsText(groups: readonly string[]): string {
  return `From the ${groups.length === 1 ? 'group' : 'groups'} ${all.format(groups)} of the identity provider`;
}

/** `From the role Virtual Provider (from the network file).` */
export function grantText({ held, roles }: AskedPermission): string {
  if (held) {
    const named = roles.map(({ name, source, groups }) => {
      const from =
        groups.length > 0 ? groupsText(groups) : choices.RoleSource.find(({ value }) => value === source)?.label;
      return from === undefined ? name : `${name} (${from.charAt(0).toLowerCase()}${from.slice(1)})`;
    });
    return `Comes with the ${named.length === 1 ? 'role' : 'roles'} ${all.format(named)}.`;
  }
  if (roles.length === 0) return 'No role has this permission.';
  return `None of their roles has it. It comes with ${either.format(roles.map(({ name }) => name))}.`;
}
