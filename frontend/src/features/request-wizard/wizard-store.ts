import { useMemo, useSyncExternalStore } from 'react';

import { useMe } from '@/session/me';
import { createUserStore } from '@/drafts/user-store';
import { encryptedStorage } from '@/drafts/encrypted-storage';

import { emptyWizard, type WizardData, wizardSchema } from './wizard-data';

export const wizardStore = createUserStore<WizardData>({
  key: 'request-wizard',
  storage: encryptedStorage,
  version: 6,
  initial: emptyWizard,
  schema: wizardSchema,
});

export interface Wizard {
  /** The current state, for event handlers. */
  readonly read: () => WizardData;
  readonly update: (change: Partial<WizardData>) => void;
  readonly clear: () => void;
}

/** The signed-in user's wizard, which survives only a reload of this tab. */
export function useWizard(): Wizard {
  const { id } = useMe();
  return useMemo(
    () => ({
      read: () => wizardStore.read(id),
      update: (change) => wizardStore.write(id, { ...wizardStore.read(id), ...change }),
      clear: () => wizardStore.write(id, emptyWizard),
    }),
    [id],
  );
}

/** Subscribes to a part of the state, since every keystroke changes some other part. */
export function useWizardData<T>(select: (data: WizardData) => T): T {
  const { id } = useMe();
  return useSyncExternalStore(wizardStore.subscribe, () => select(wizardStore.read(id)));
}
