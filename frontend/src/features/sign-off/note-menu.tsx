import { ActionIcon, Button, Menu } from '@mantine/core';

import type { Consult } from '@/consults/consult';
import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { toastInfo, toastSuccess } from '@/shared/ui/toasts';

import { canFax } from './fax/can-fax';
import { useFaxNote } from './fax/queries';
import classes from './note-menu.module.css';
import { openDocument } from './open-document';
import { type Addition, useAddToNote, useExportNote } from './queries';
import { useNoteDialogs } from './use-note-dialogs';

const addDialog = lazyComponent(async () => (await import('./add-dialog')).AddDialog);
const faxDialog = lazyComponent(async () => (await import('./fax/fax-dialog')).FaxDialog);

const fax = { docType: 'Fax', label: 'Fax Stroke Signoff Note' } as const;
const additions = [
  { docType: 'Addendum', action: 'addendSignoffNote', label: 'Addend', done: 'Addendum added.' },
  { docType: 'Error', action: 'markSignoffNoteInError', label: 'Mark in Error', done: 'Signoff note marked in error.' },
] as const;

interface NoteMenuProps {
  consult: Consult;
  /** Whether a dialog of the page is open that is not one of this menu's. */
  otherDialogOpen?: boolean;
}

/** The actions that the server allows this user on a signed note. */
export function NoteMenu({ consult, otherDialogOpen = false }: NoteMenuProps) {
  const { allowedActions } = consult;
  const { opened, drafts, open, close, closeWith } = useNoteDialogs(consult, otherDialogOpen);
  const { mutateAsync: exportNote, isPending: exporting } = useExportNote(consult.id);
  const { mutateAsync: add, isPending } = useAddToNote(consult.id);
  const { mutateAsync: sendFax } = useFaxNote(consult.id);
  const offered = [
    ...(canFax(consult) ? [fax] : []),
    ...additions.filter(({ action }) => allowedActions.includes(action)),
  ];
  const save = async (addition: Addition) => {
    await add(addition);
    if (addition.docType === 'Addendum') closeWith('Addendum', null);
    else close();
    toastSuccess(additions.find(({ docType }) => docType === addition.docType)?.done);
  };
  const send = async (faxNumber: string) => {
    await sendFax(faxNumber);
    closeWith('Fax', null);
    toastInfo('Fax requested. You can check its status in the note.');
  };
  return (
    <div className={classes.menu}>
      {allowedActions.includes('exportSignoffNote') && (
        <Button size="sm" loading={exporting} onClick={() => void openDocument(() => exportNote())}>
          View
        </Button>
      )}
      {offered.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon className={classes.more} variant="default" size="input-sm" aria-label="More note actions">
              <Icon name="chevron-down" size="sm" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(({ docType, label }) => (
              <Menu.Item key={docType} className={classes.item} onClick={() => open(docType)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {opened === 'Fax' && (
        <Lazy component={faxDialog} onFailure={close}>
          {(FaxDialog) => (
            <FaxDialog consult={consult} draft={drafts.Fax} send={send} onClose={(typed) => closeWith('Fax', typed)} />
          )}
        </Lazy>
      )}
      {(opened === 'Addendum' || (opened === 'Error' && allowedActions.includes('markSignoffNoteInError'))) && (
        <Lazy component={addDialog} onFailure={close}>
          {(AddDialog) => (
            <AddDialog
              consult={consult}
              addition={opened}
              draft={drafts.Addendum}
              busy={isPending}
              save={save}
              onClose={(typed) => closeWith('Addendum', typed)}
            />
          )}
        </Lazy>
      )}
    </div>
  );
}
