import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { useFocusAfter } from '@/shared/hooks/use-focus-after';
import { useFocusBack } from '@/shared/hooks/use-focus-back';

import { DialogFoot } from './dialog-foot';

export interface ConfirmDialogProps {
  opened: boolean;
  title: ReactNode;
  children: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  /** Red, for what cannot be taken back. */
  danger?: boolean;
  /** The answer is under way: both buttons wait. */
  busy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** One question with two answers; Escape and the backdrop mean no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, cancelLabel = 'Cancel', confirmLabel, danger = false, busy = false } = props;
  useFocusBack(opened);
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
      <DialogFoot>
        <Button variant="default" onClick={props.onCancel} disabled={busy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button ref={confirm} color={danger ? 'red' : undefined} onClick={props.onConfirm} loading={busy}>
          {confirmLabel}
        </Button>
      </DialogFoot>
    </Modal>
  );
}
