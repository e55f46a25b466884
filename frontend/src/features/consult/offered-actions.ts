import type { IconName } from '@/shared/ui/icon';

import type { ActionContext, ActionOption, ActionRow, ActionWeight, Dynamic } from './action';
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
}

/** The rows of the action table that the server allows this user now. */
export function offeredActions(context: ActionContext): readonly OfferedAction[] {
  return actionTable.filter(({ allowed }) => allowed(context)).map((row) => resolve(row, context));
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
  };
}

function valueOf<T extends string | undefined>(value: Dynamic<T>, context: ActionContext): T {
  return typeof value === 'function' ? value(context) : value;
}

/** Identifies which buttons are shown, in order; if it changes, buttons have moved. */
export function layoutOf(actions: readonly OfferedAction[]): string {
  return JSON.stringify(actions.map(({ key, label, options }) => [key, label, options.length]));
}
