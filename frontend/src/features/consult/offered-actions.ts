import type { IconName } from '@/shared/ui/icon';

import type { ActionContext, ActionOption, ActionRow, ActionWeight, Dynamic, WayTo } from './action';
import { actionTable } from './action-table';

/** An action that is available to this user now. */
export interface OfferedAction {
  key: string;
  label: string;
  icon: IconName | null;
  weight: ActionWeight;
  isImmediate: boolean;
  shortcut: string | null;
  busy: boolean;
  disabled: boolean;
  run: () => void;
  /** The user picks one of these first; empty if there is nothing to pick. */
  options: readonly ActionOption[];
  /** Set if this is the first of several ways to the same end. */
  way: WayTo | null;
  /** The other ways, behind a button of their own. */
  others: readonly ActionOption[];
}

/** The rows of the action table that the server allows this user now; ways to the same end are one action. */
export function offeredActions(context: ActionContext): readonly OfferedAction[] {
  const rows = actionTable.filter(({ allowed }) => allowed(context));
  const ways = rows.filter(({ way }) => way !== undefined);
  return rows.flatMap((row) => {
    if (row.way === undefined) return resolve(row, context);
    return row === ways[0] ? merge(row, ways, context) : [];
  });
}

/** The server lists the way that the location prefers first. */
function merge(any: ActionRow, ways: readonly ActionRow[], context: ActionContext): OfferedAction {
  const { allowedActions } = context.consult;
  const rank = (row: ActionRow) =>
    row.isCurrent?.(context) === true ? -1 : allowedActions.findIndex((action) => action === row.key);
  const [first = any, ...rest] = [...ways].sort((one, other) => rank(one) - rank(other));
  const others = [
    ...rest.map((row) => resolve(row, context)),
    ...ways.flatMap(({ extras }) => extras?.(context) ?? []),
  ];
  const busy = ways.some((row) => row.busy?.(context) ?? false);
  return { ...resolve(first, context), busy, others };
}

function resolve(row: ActionRow, context: ActionContext): OfferedAction {
  const options = row.options?.(context) ?? [];
  return {
    key: row.key,
    label: valueOf(row.label, context),
    icon: row.icon ?? null,
    weight: valueOf(row.weight, context),
    isImmediate: row.isImmediate ?? false,
    shortcut: valueOf(row.shortcut, context) ?? null,
    busy: row.busy?.(context) ?? false,
    disabled: row.disabled?.(context) ?? false,
    run: () => row.run(context),
    options: options.length < 2 ? [] : options,
    way: row.way ?? null,
    others: [],
  };
}

function valueOf<T extends string | undefined>(value: Dynamic<T>, context: ActionContext): T {
  return typeof value === 'function' ? value(context) : value;
}

/** Identifies which buttons are shown, in order; if it changes, buttons have moved. */
export function layoutOf(actions: readonly OfferedAction[]): string {
  return JSON.stringify(actions.map(({ key, label, options, others }) => [key, label, options.length, others.length]));
}
