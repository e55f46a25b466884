import { Button, Stack } from '@mantine/core';
import { memo, type Ref, useEffect, useRef, useState } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { type SchemaName, useContractForm } from '@/api/contract-form';
import type { DocumentVersion } from '@/api/generated/types.gen';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { NoteFormProps, ServiceLine } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { useMe } from '@/session/me';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { savedDraft, removeSavedDraft } from '@/drafts/saved-drafts';
import { Banner } from '@/shared/ui/banner';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { Lazy, type LazyComponent } from '@/shared/ui/lazy';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { type Conflict, UNNAMED } from './conflicts';
import { unsavedContent, restoredValues, savedValues } from './draft';
import { UnsavedInput } from './unsaved-input';
import classes from './note-dialog.module.css';
import { NoteFrame, type NotePlace } from './note-frame';
import { LockedMessage, SignedMessage } from './note-messages';
import { fullNameOf } from './patient';
import { SaveStatus } from './save-status';
import { SignCard } from './sign-card';
import { useNoteEditing } from './use-note-editing';

export interface NoteDialogProps {
  consult: Consult;
  schema: SchemaName;
  note: NonNullable<ServiceLine['note']>;
  editorId: string;
  draft: DocumentVersion;
  draftKey: string;
  place: NotePlace;
  /** Whether the user is talking to someone, which counts as activity. */
  isTalking: () => boolean;
  onClose: () => void;
  /** Called if the note has been signed elsewhere and no input would be lost. */
  onSigned: () => void;
}

/** `Stroke Note`: the form, its save status, and signing. */
export function NoteDialog(props: NoteDialogProps) {
  const { consult, schema, note, draft, draftKey, place, onClose } = props;
  const narrow = useIsMobile() || place !== 'modal';
  const closeButton = useRef<HTMLButtonElement>(null);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const { restored, unsaved } = useSavedInput(draftKey, draft);
  const form = useContractForm<Record<string, unknown>>(schema, {
    defaultValues: savedValues(draft),
    draft: restored,
  });
  const { autosave, conflict, close, closing, stay, signing } = useNoteEditing({ ...props, form });
  const leave = () => {
    if (!signing.busy && closing !== 'saving') void close();
  };
  return (
    <NoteFrame
      place={place}
      onClose={leave}
      // Escape belongs to the dialog on top, and must never close a note that can no longer be saved.
      closesOnEscape={!signing.asked && closing !== 'failed' && conflict === null}
    >
      <div className={classes.head}>
        <DialogPatient consult={consult} />
        {conflict === null && <SaveStatus autosave={autosave} />}
        {narrow && <div ref={setStrip} className={classes.strip} />}
        {/* Sticky, so that it is visible everywhere in the note. */}
        {conflict !== null && <ConflictBanner conflict={conflict} consult={consult} />}
      </div>
      <Form form={form} onSubmit={signing.ask}>
        <Stack gap="xl">
          {unsaved !== null && (
            <UnsavedInput content={unsaved} note={note} zone={consult.Encounter.location.timeZone} />
          )}
          <Sections component={note.form} form={form} consult={consult} schema={schema} narrow={narrow} strip={strip} />
          <NoteFooter ref={closeButton} closing={closing === 'saving'} closed={conflict !== null} onClose={leave} />
        </Stack>
      </Form>
      {signing.asked && (
        <SignCard
          name={fullNameOf(consult)}
          busy={signing.busy}
          failed={signing.failed}
          onSign={() => void signing.sign()}
          onClose={signing.cancel}
        />
      )}
      <ConfirmDialog
        opened={closing === 'failed'}
        title="Discard Changes?"
        confirmLabel="Proceed"
        onCancel={() => {
          stay();
          // The Close button may not have had focus when it was clicked.
          window.setTimeout(() => closeButton.current?.focus());
        }}
        onConfirm={onClose}
      >
        {conflict === null ? 'Your latest changes could not be saved.' : 'Your latest changes were not saved.'} If you
        close the note now, they will be lost.
      </ConfirmDialog>
    </NoteFrame>
  );
}

/** The input from before a sign-out: restored into the form, or if the draft has changed since, shown so that the user can copy it. */
function useSavedInput(draftKey: string, draft: DocumentVersion) {
  const [found] = useState(() => {
    const saved = savedDraft(draftKey);
    const restored = restoredValues(saved, draft);
    return { restored, unsaved: restored === null ? unsavedContent(saved, draft) : null };
  });
  const isDone = found.unsaved === null;
  useEffect(() => {
    if (isDone) removeSavedDraft(draftKey);
  }, [isDone, draftKey]);
  return found;
}

/** Memoized, because the dialog rerenders with each save and the form is long. */
const Sections = memo(function Sections({
  component,
  ...shown
}: NoteFormProps & { component: LazyComponent<NoteFormProps> }) {
  return (
    <Lazy component={component} fallback={<SkeletonCards count={3} label="Loading note" />}>
      {(NoteForm) => <NoteForm {...shown} />}
    </Lazy>
  );
});

interface NoteFooterProps {
  /** The Close button. */
  ref: Ref<HTMLButtonElement>;
  closing: boolean;
  /** Whether the note can no longer be signed from this window. */
  closed: boolean;
  onClose: () => void;
}

function NoteFooter({ ref, closing, closed, onClose }: NoteFooterProps) {
  const { medipacId } = useMe();
  return (
    <div className={classes.footer}>
      {medipacId === null && (
        <Banner tone="warning">
          <p>{messages.NO_MEDIPAC_ID}</p>
        </Banner>
      )}
      <DialogFooter>
        <Button ref={ref} variant="default" loading={closing} onClick={onClose}>
          Close
        </Button>
        <SubmitButton label="Sign Off" busy={false} disabled={medipacId === null || closed || closing} />
      </DialogFooter>
    </div>
  );
}

/** Says who is editing the note now, or that it is signed. The input stays on the screen so that the user can copy it. */
function ConflictBanner({ conflict, consult }: { conflict: Conflict; consult: Consult }) {
  const [seen, setSeen] = useState(false);
  const close = () => setSeen(true);
  return (
    <>
      <div className={classes.conflict}>
        <Banner tone="warning" announce="alert" title={titleOf(conflict)}>
          <p>Your changes are no longer being saved. Copy what you still need.</p>
        </Banner>
      </div>
      {conflict.kind === 'locked' && !seen && <LockedMessage holder={conflict.holder} onClose={close} />}
      {conflict.kind === 'signed' && !seen && (
        <SignedMessage consultId={consult.id} name={fullNameOf(consult)} onClose={close} />
      )}
    </>
  );
}

function titleOf(conflict: Conflict): string {
  if (conflict.kind === 'locked')
    return `${conflict.holder === UNNAMED ? 'Someone else' : conflict.holder} is editing this note.`;
  if (conflict.kind === 'signed') return 'This note is already signed off.';
  return conflict.byMyself
    ? 'You are editing this note in another window.'
    : 'This note is no longer open for editing here.';
}
