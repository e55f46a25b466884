import { Button, Modal, Stack } from '@mantine/core';
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
import { keptContent, keptValues, savedValues } from './draft';
import { LeftOut } from './left-out';
import classes from './note-dialog.module.css';
import { LockedMessage, SignedMessage } from './note-messages';
import { fullNameOf } from './patient';
import { SaveStatus } from './save-status';
import { SignCard } from './sign-card';
import { useWriting } from './use-writing';

export interface NoteDialogProps {
  consult: Consult;
  schema: SchemaName;
  note: NonNullable<ServiceLine['note']>;
  editorId: string;
  draft: DocumentVersion;
  draftKey: string;
  onClose: () => void;
  /** It has been signed elsewhere, and no input would be lost. */
  onSigned: () => void;
}

/** `Stroke Note`: the form, whether it is saved, and the signature. */
export function NoteDialog(props: NoteDialogProps) {
  const { consult, schema, note, draft, draftKey, onClose } = props;
  const mobile = useIsMobile();
  const closeButton = useRef<HTMLButtonElement>(null);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const { returned, leftOut } = useKept(draftKey, draft);
  const form = useContractForm<Record<string, unknown>>(schema, {
    defaultValues: savedValues(draft),
    draft: returned,
  });
  const { autosave, conflict, close, closing, stay, signing } = useWriting({ ...props, form });
  const leave = () => {
    if (!signing.busy && closing !== 'saving') void close();
  };
  return (
    <Modal
      opened
      onClose={leave}
      title="Stroke Note"
      size="min(var(--wl-page-width), 92vw)"
      fullScreen={mobile}
      closeOnClickOutside={false}
      // Escape answers the dialog above, and never takes away what can no longer be saved.
      closeOnEscape={!signing.asked && closing !== 'failed' && conflict === null}
      classNames={{ content: classes.content, header: classes.title }}
    >
      <div className={classes.head}>
        <DialogPatient consult={consult} />
        {conflict === null && <SaveStatus autosave={autosave} />}
        {mobile && <div ref={setStrip} className={classes.strip} />}
        {/* Visible from every part of the note. */}
        {conflict !== null && <ConflictBanner conflict={conflict} consult={consult} />}
      </div>
      <Form form={form} onSubmit={signing.ask}>
        <Stack gap="xl">
          {leftOut !== null && <LeftOut content={leftOut} note={note} zone={consult.Encounter.location.timeZone} />}
          <Sections component={note.form} form={form} consult={consult} schema={schema} strip={strip} />
          <NoteFooter ref={closeButton} closing={closing === 'saving'} closed={conflict !== null} onClose={leave} />
        </Stack>
      </Form>
      {signing.asked && (
        <SignCard
          name={fullNameOf(consult)}
          busy={signing.busy}
          failed={signing.failed}
          onSign={() => void signing.sign()}
          onClose={signing.goBack}
        />
      )}
      <ConfirmDialog
        opened={closing === 'failed'}
        title="Discard Changes?"
        confirmLabel="Proceed"
        onCancel={() => {
          stay();
          // Pressed, it had no focus to be given back.
          window.setTimeout(() => closeButton.current?.focus());
        }}
        onConfirm={onClose}
      >
        {conflict === null ? 'Your latest changes could not be saved.' : 'Your latest changes were not saved.'} If you
        close the note now, they will be lost.
      </ConfirmDialog>
    </Modal>
  );
}

/** What was typed before a sign-out: back in the form, from where it is saved, or, over another draft, kept to be copied. */
function useKept(draftKey: string, draft: DocumentVersion) {
  const [found] = useState(() => {
    const kept = savedDraft(draftKey);
    const returned = keptValues(kept, draft);
    return { returned, leftOut: returned === null ? keptContent(kept, draft) : null };
  });
  const isOver = found.leftOut === null;
  useEffect(() => {
    if (isOver) removeSavedDraft(draftKey);
  }, [isOver, draftKey]);
  return found;
}

/** Memoized: the dialog renders with each save, and the form is long. */
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
  /** Of the button that closes. */
  ref: Ref<HTMLButtonElement>;
  closing: boolean;
  /** Nothing can be sent from here anymore. */
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

/** Says who writes now, or that it is signed, and leaves what was typed here to be copied. */
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
