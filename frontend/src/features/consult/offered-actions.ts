import type { IconName } from '@/shared/ui/icon';

import { type ActionContext, type ActionOption, type ActionRow, actionTable, type ActionWeight } from './action-table';

/** An action that is available to this user now. */
export interface OfferedAction {
  key: string;
  label: string;
  icon: IconName | null;
  weight: ActionWeight;
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
    label: typeof row.label === 'string' ? row.label : row.label(context),
    icon: row.icon ?? null,
    weight: typeof row.weight === 'string' ? row.weight : row.weight(context),
    shortcut: row.shortcut ?? null,
    busy: row.busy?.(context) ?? false,
    disabled: row.disabled?.(context) ?? false,
    run: () => row.run(context),
    options: options.length < 2 ? [] : options,
  };
}

/** Identifies which buttons are shown, in order; if it changes, buttons have moved. */
export function layoutOf(actions: readonly OfferedAction[]): string {
  return JSON.stringify(actions.map(({ key, label, options }) => [key, label, options.length]));
}
