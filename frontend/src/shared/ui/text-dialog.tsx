import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { DialogFooter } from './dialog-footer';
import classes from './text-dialog.module.css';

export interface TextDialogProps {
  title: ReactNode;
  /** Shown as it was written, with its line breaks and never as markup. */
  children: string;
  onClose: () => void;
}

/** A title, a text of any length, and a way to close it. */
export function TextDialog({ title, children, onClose }: TextDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <p className={classes.text}>{children}</p>
      <DialogFooter>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </Modal>
  );
}
