import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { useFocusAfter } from '@/shared/hooks/use-focus-after';
import { useRestoreFocus } from '@/shared/hooks/use-restore-focus';

import { DialogFooter } from './dialog-footer';

export interface ConfirmDialogProps {
  opened: boolean;
  title: ReactNode;
  children: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  /** Red, for what cannot be undone. */
  danger?: boolean;
  /** The action is running: both buttons are disabled. */
  busy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** A question with two buttons; Escape and a click on the backdrop cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, cancelLabel = 'Cancel', confirmLabel, danger = false, busy = false } = props;
  useRestoreFocus(opened);
  const confirm = useFocusAfter(busy);
  return (
    <Modal
      opened={opened}
      onClose={props.onCancel}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={!busy}
      returnFocus={false}
    >
      <Text component="div">{children}</Text>
      <DialogFooter>
        <Button variant="default" onClick={props.onCancel} disabled={busy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button ref={confirm} color={danger ? 'red' : undefined} onClick={props.onConfirm} loading={busy}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Modal>
  );
}
