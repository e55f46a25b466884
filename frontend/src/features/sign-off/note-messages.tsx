import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { DialogFoot } from '@/shared/ui/dialog-foot';

interface MessageProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Before the button that only closes. */
  action?: ReactNode;
}

function Message({ title, children, onClose, action }: MessageProps) {
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false}>
      <Text component="div">{children}</Text>
      <DialogFoot>
        {action}
        <Button onClick={onClose} data-autofocus>
          Ok
        </Button>
      </DialogFoot>
    </Modal>
  );
}

/** Says who writes the note instead. */
export function LockedMessage({ holder, onClose }: { holder: string; onClose: () => void }) {
  return (
    <Message title="Signoff Note Locked" onClose={onClose}>
      {messages.NOTE_LOCKED.replaceAll('{name}', holder)}
    </Message>
  );
}

/** Says that there is nothing left to write, of the patient named. */
export function SignedMessage({ name, onClose }: { name: string; onClose: () => void }) {
  const view = () => {
    onClose();
    // The dialog gives the focus back first.
    window.setTimeout(() => document.getElementById('sign-off-title')?.focus(), 0);
  };
  return (
    <Message
      title="Signoff Note Signed"
      onClose={onClose}
      action={
        <Button variant="default" onClick={view}>
          View Note
        </Button>
      }
    >
      {messages.NOTE_SIGNED.replaceAll('{name}', name)}
    </Message>
  );
}
