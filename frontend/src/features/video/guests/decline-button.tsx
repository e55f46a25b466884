import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';

import type { GuestName } from '@/api/generated/types.gen';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import type { useAnswer } from './queries';

interface DeclineButtonProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  guest: GuestName;
  /** Shared with the button that lets them in. */
  answer: ReturnType<typeof useAnswer>;
}

/** Turns a guest away who asks to join, after a question: a slip of the hand would use up the link of an interpreter. */
export function DeclineButton({ guest: { id, name }, answer, size, disabled }: DeclineButtonProps) {
  const [asking, setAsking] = useState(false);
  const decline = () => answer.mutate({ guestId: id, admit: false }, { onSettled: () => setAsking(false) });
  return (
    <>
      <Button
        size={size}
        variant="default"
        disabled={disabled}
        onClick={() => setAsking(true)}
        aria-label={`Decline ${name}`}
      >
        Decline
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Decline ${name}?`}
        confirmLabel="Decline"
        danger
        busy={answer.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={decline}
      >
        They won’t be let in, and their link will stop working.
      </ConfirmDialog>
    </>
  );
}
