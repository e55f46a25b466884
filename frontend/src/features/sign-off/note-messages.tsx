import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { DialogFooter } from '@/shared/ui/dialog-footer';

import { openDocument } from './open-document';
import { useExportNote } from './queries';

interface MessageProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** A button before Ok. */
  action?: ReactNode;
}

function Message({ title, children, onClose, action }: MessageProps) {
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false}>
      <Text component="div">{children}</Text>
      <DialogFooter>
        {action}
        <Button onClick={onClose} data-autofocus>
          Ok
        </Button>
      </DialogFooter>
    </Modal>
  );
}

interface LockedMessageProps {
  holder: string;
  onClose: () => void;
  /** Below it. */
  children?: ReactNode;
}

/** Says who is editing the note. */
export function LockedMessage({ holder, onClose, children }: LockedMessageProps) {
  return (
    <Message title="Signoff Note Locked" onClose={onClose}>
      {messages.NOTE_LOCKED.replaceAll('{name}', holder)}
      {children}
    </Message>
  );
}

interface SignedMessageProps {
  consultId: string;
  /** The patient's name. */
  name: string;
  onClose: () => void;
  /** Below it. */
  children?: ReactNode;
}

/** Says that the note is already signed. */
export function SignedMessage({ consultId, name, onClose, children }: SignedMessageProps) {
  const { mutateAsync: exportNote, isPending } = useExportNote(consultId);
  return (
    <Message
      title="Signoff Note Signed"
      onClose={onClose}
      action={
        <Button variant="default" loading={isPending} onClick={() => void openDocument(() => exportNote())}>
          View Note
        </Button>
      }
    >
      {messages.NOTE_SIGNED.replaceAll('{name}', name)}
      {children}
    </Message>
  );
}
