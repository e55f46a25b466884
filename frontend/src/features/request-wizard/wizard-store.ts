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
  /** What is known at this moment; for what happens on a press. */
  readonly read: () => WizardData;
  readonly update: (change: Partial<WizardData>) => void;
  readonly clear: () => void;
}

/** The signed-in user's wizard; it survives a reload of this tab and nothing else. */
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

/** A part of what is known, followed by itself: every key that is typed changes some other part. */
export function useWizardData<T>(select: (data: WizardData) => T): T {
  const { id } = useMe();
  return useSyncExternalStore(wizardStore.subscribe, () => select(wizardStore.read(id)));
}
