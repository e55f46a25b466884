import { useState } from 'react';

import type { Consult } from '@/consults/consult';
import { savedDraft } from '@/drafts/saved-drafts';
import { useClosedDrafts } from '@/drafts/use-draft';

import { mayFax } from './fax/may-fax';
import type { Addition } from './queries';

/** The dialogs with a field. */
type FormDialogName = 'Addendum' | 'Fax';
export type NoteDialogName = Addition['docType'] | 'Fax';

type NoteDrafts = Partial<Record<FormDialogName, string>>;

const dialogs = {
  Addendum: { path: 'addendum', field: 'content', mayUse: mayAddend },
  Fax: { path: 'fax', field: 'faxNumber', mayUse: mayFax },
} as const;
const names = ['Addendum', 'Fax'] as const;

function mayAddend({ allowedActions }: Consult): boolean {
  return allowedActions.includes('addendSignoffNote');
}

/** The key under which a dialog's draft is saved. */
export function noteDraftKey({ id }: Pick<Consult, 'id'>, name: FormDialogName): string {
  return `consult/${id}/${dialogs[name].path}`;
}

/**
 * Which dialog of a signed note is open, and the drafts of the closed ones, which leaving the consult asks about, too. A dialog
 * whose draft was saved at a sign-out reopens.
 */
export function useNoteDialogs(consult: Consult) {
  const [drafts, setDrafts] = useState(() => restorableDrafts(consult));
  const [opened, setOpened] = useState<NoteDialogName | null>(
    () => names.find((name) => drafts[name] !== undefined) ?? null,
  );
  const typed = names.flatMap((name) => {
    const text = name === opened ? undefined : drafts[name];
    const { field, mayUse } = dialogs[name];
    return text !== undefined && mayUse(consult)
      ? [{ key: noteDraftKey(consult, name), values: { [field]: text } }]
      : [];
  });
  useClosedDrafts(typed, opened, () => setDrafts({}));
  return {
    opened,
    drafts,
    open: setOpened,
    close: () => setOpened(null),
    /** Closes a dialog; undefined for an empty draft. */
    closeWith: (name: FormDialogName, draft: string | undefined) => {
      const { [name]: _, ...others } = drafts;
      setDrafts(draft === undefined ? others : { ...others, [name]: draft });
      setOpened(null);
    },
  };
}

function restorableDrafts(consult: Consult): NoteDrafts {
  return names.reduce<NoteDrafts>((drafts, name) => {
    const { field, mayUse } = dialogs[name];
    const text = mayUse(consult) ? savedDraft(noteDraftKey(consult, name))?.[field] : undefined;
    return typeof text === 'string' ? { ...drafts, [name]: text } : drafts;
  }, {});
}
