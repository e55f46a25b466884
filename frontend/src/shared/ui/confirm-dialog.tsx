import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { useFocusAfter } from '@/shared/hooks/use-focus-after';
import { useRestoreFocus } from '@/shared/hooks/use-restore-focus';

import { DialogFooter } from './dialog-footer';

export interface ConfirmDialogProps {
  opened: boolean;
  title: ReactNode;
  size?: 'lg' | undefined;
  children: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  /** Red, for what cannot be undone. */
  danger?: boolean;
  /** The action is running: both buttons are disabled. */
  busy?: boolean;
  /** What is asked is not known yet. */
  disabled?: boolean;
  /** Another dialog is open above this one, and Escape is for that one. */
  covered?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** A question with two buttons; Escape and a click on the backdrop cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, size, children, cancelLabel = 'Cancel', confirmLabel, danger = false } = props;
  const { busy = false, disabled = false, covered = false } = props;
  useRestoreFocus(opened);
  const confirm = useFocusAfter(busy);
  return (
    <Modal
      opened={opened}
      onClose={props.onCancel}
      title={title}
      size={size}
      withCloseButton={false}
      closeOnClickOutside={!busy}
      closeOnEscape={!covered}
      returnFocus={false}
    >
      <Text component="div">{children}</Text>
      <DialogFooter>
        <Button variant="default" onClick={props.onCancel} disabled={busy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          ref={confirm}
          color={danger ? 'red' : undefined}
          onClick={props.onConfirm}
          loading={busy}
          disabled={disabled}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Modal>
  );
}
