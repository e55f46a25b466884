import { useState } from 'react';

import type { Consult } from '@/consults/consult';
import { savedDraft } from '@/drafts/saved-drafts';
import { useClosedDrafts } from '@/drafts/use-draft';

import { canFax } from './fax/can-fax';
import type { Addition } from './queries';

/** The dialogs with a field. */
type FormDialogName = 'Addendum' | 'Fax';
type NoteDialogName = Addition['docType'] | 'Fax';

/** What was typed into each dialog before it was closed; null for nothing. */
type NoteDrafts = Readonly<Record<FormDialogName, string | null>>;

const noDrafts: NoteDrafts = { Addendum: null, Fax: null };

const dialogs = {
  Addendum: { path: 'addendum', field: 'content', canUse: canAddend },
  Fax: { path: 'fax', field: 'faxNumber', canUse: canFax },
} as const;
const names = ['Addendum', 'Fax'] as const;

function canAddend({ allowedActions }: Consult): boolean {
  return allowedActions.includes('addendSignoffNote');
}

/** The key under which a dialog's draft is saved. */
export function noteDraftKey({ id }: Pick<Consult, 'id'>, name: FormDialogName): string {
  return `consult/${id}/${dialogs[name].path}`;
}

/**
 * Which dialog of a signed note is open, and the drafts of the closed ones; leaving the consult prompts about those as well. A dialog
 * whose draft was saved at a sign-out reopens, unless another dialog of the page is already open.
 */
export function useNoteDialogs(consult: Consult, otherDialogOpen: boolean) {
  const [drafts, setDrafts] = useState(() => restorableDrafts(consult));
  const [opened, setOpened] = useState<NoteDialogName | null>(
    () => names.find((name) => !otherDialogOpen && drafts[name] !== null) ?? null,
  );
  const unsavedDrafts = names.flatMap((name) => {
    const text = name === opened ? null : drafts[name];
    const { field, canUse } = dialogs[name];
    return text !== null && canUse(consult) ? [{ key: noteDraftKey(consult, name), values: { [field]: text } }] : [];
  });
  useClosedDrafts(unsavedDrafts, opened, () => setDrafts(noDrafts));
  return {
    opened,
    drafts,
    open: setOpened,
    close: () => setOpened(null),
    closeWith: (name: FormDialogName, draft: string | null) => {
      setDrafts({ ...drafts, [name]: draft });
      setOpened(null);
    },
  };
}

function restorableDrafts(consult: Consult): NoteDrafts {
  return names.reduce<NoteDrafts>((drafts, name) => {
    const { field, canUse } = dialogs[name];
    const text = canUse(consult) ? savedDraft(noteDraftKey(consult, name))?.[field] : null;
    return typeof text === 'string' ? { ...drafts, [name]: text } : drafts;
  }, noDrafts);
}
