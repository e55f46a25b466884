import { abilityOf, type Me } from '@/session/me';

export type WorklistMode = 'consult' | 'transfer';

/** The labels of the two lists, and where their cards link to. */
export interface ModeWords {
  readonly title: 'Consults' | 'Transfers';
  /** The plural noun, for use in a sentence. */
  readonly noun: 'consults' | 'transfers';
  readonly to: '/consult/$id' | '/transfer/$id';
}

export const modeWords: Readonly<Record<WorklistMode, ModeWords>> = {
  consult: { title: 'Consults', noun: 'consults', to: '/consult/$id' },
  transfer: { title: 'Transfers', noun: 'transfers', to: '/transfer/$id' },
};

/** Whether the user may view the list of this mode. */
export function mayList(me: Me, mode: WorklistMode): boolean {
  return abilityOf(me).can('List', mode === 'transfer' ? 'Transfer' : 'Consult');
}
