import { useSyncExternalStore } from 'react';

import { isFields } from '@/api/rules';
import { useMe } from '@/session/me';
import { ExternalStore } from '@/shared/lib/external-store';
import { personalStorage } from '@/shared/lib/personal-storage';

import { emptyWizard, readWizard, type WizardData } from './wizard-data';

const KEY = 'request-wizard';
/** Counted up when the shape changes; what an older version stored is dropped. */
const VERSION = 1;

let memory: { readonly userId: number; readonly data: WizardData } | null = null;

const changes = new ExternalStore(0);

/** Reads what this user left in this tab; anybody else's, and anything that cannot be read, is removed. */
function load(userId: number): WizardData {
  const stored = personalStorage.read(KEY);
  if (stored === null) return emptyWizard;
  try {
    const found: unknown = JSON.parse(stored);
    if (isFields(found) && found.version === VERSION && found.userId === userId) return readWizard(found.data);
  } catch {
    // What cannot be read is worth nothing to anybody.
  }
  personalStorage.remove(KEY);
  return emptyWizard;
}

function read(userId: number): WizardData {
  if (memory?.userId !== userId) memory = { userId, data: load(userId) };
  return memory.data;
}

function save(userId: number, data: WizardData) {
  if (data === emptyWizard) personalStorage.remove(KEY);
  else personalStorage.write(KEY, JSON.stringify({ version: VERSION, userId, data }));
  memory = { userId, data };
  changes.set(changes.get() + 1);
}

export interface Wizard {
  readonly data: WizardData;
  readonly update: (change: Partial<WizardData>) => void;
  readonly clear: () => void;
}

/** The signed-in user's wizard; it survives a reload of this tab and nothing else. */
export function useWizard(): Wizard {
  const { id } = useMe();
  const data = useSyncExternalStore(changes.subscribe, () => read(id));
  return {
    data,
    update: (change) => save(id, { ...read(id), ...change }),
    clear: () => save(id, emptyWizard),
  };
}

/** Forgets what is in memory, as a reload does; for tests. */
export function forgetWizard() {
  memory = null;
}
