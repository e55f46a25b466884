import type { SystemGroup, SystemItem, SystemState } from '@/api/generated/types.gen';
import { choices } from '@/api/contract/choices/system.gen';
import { pluralize } from '@/shared/lib/pluralize';

/** Something that needs action, with the part of the page that it is from. */
export interface Problem {
  group: string;
  item: SystemItem;
}

export const groupLabel = ({ kind }: SystemGroup) =>
  choices.SystemGroupKind.find(({ value }) => value === kind)?.label ?? '';

export const stateLabel = (state: SystemState) => choices.SystemState.find(({ value }) => value === state)?.label ?? '';

/** What needs action: first what cannot wait, otherwise in the order of the page. */
export function problemsOf(groups: readonly SystemGroup[]): Problem[] {
  const problems = groups.flatMap((group) => group.items.map((item) => ({ group: groupLabel(group), item })));
  return (['actNow', 'lookSoon'] as const).flatMap((state) => problems.filter(({ item }) => item.state === state));
}

/** The sentence at the top of the page. */
export function summary(problems: readonly Problem[]): string {
  const urgent = problems.filter(({ item }) => item.state === 'actNow').length;
  const others = problems.length - urgent;
  if (problems.length === 0) return 'Everything works.';
  if (urgent === 0) return `Everything works. ${things(others)} a look soon.`;
  const rest = others === 0 ? '' : ` ${things(others)} a look soon.`;
  return `${things(urgent)} action now.${rest}`;
}

const things = (count: number) => `${pluralize(count, 'thing')} ${count === 1 ? 'needs' : 'need'}`;
