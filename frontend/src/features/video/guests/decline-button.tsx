import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';

import type { GuestName } from '@/api/generated/types.gen';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import { useAnswer } from './queries';

interface DeclineButtonProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  guest: GuestName;
  meetingId: string;
}

/** Turns a guest away who asks to join, after a question: a slip of the hand would use up the link of an interpreter. */
export function DeclineButton({ guest: { id, name }, meetingId, size, disabled }: DeclineButtonProps) {
  const answer = useAnswer(meetingId);
  const [asking, setAsking] = useState(false);
  const decline = () => answer.mutate({ guestId: id, admit: false }, { onSettled: () => setAsking(false) });
  return (
    <>
      <Button
        size={size}
        variant="default"
        disabled={disabled === true || answer.isSuccess}
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
        They do not get in, and their link does not work anymore.
      </ConfirmDialog>
    </>
  );
}
