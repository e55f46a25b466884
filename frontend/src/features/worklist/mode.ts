import { abilityOf, type Me } from '@/session/me';

export type WorklistMode = 'consult' | 'transfer';

/** What the two lists say of themselves, and where their cards lead. */
export interface ModeWords {
  readonly title: 'Consults' | 'Transfers';
  /** Several of what is listed, within a sentence. */
  readonly noun: 'consults' | 'transfers';
  readonly to: '/consult/$id' | '/transfer/$id';
}

export const modeWords: Readonly<Record<WorklistMode, ModeWords>> = {
  consult: { title: 'Consults', noun: 'consults', to: '/consult/$id' },
  transfer: { title: 'Transfers', noun: 'transfers', to: '/transfer/$id' },
};

/** Whether the user may have the list of this mode. */
export function mayList(me: Me, mode: WorklistMode): boolean {
  return abilityOf(me).can('List', mode === 'transfer' ? 'Transfer' : 'Consult');
}
