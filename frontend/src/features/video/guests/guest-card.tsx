import { Button } from '@mantine/core';
import { useState } from 'react';

import { choices } from '@/api/contract/choices/video.gen';
import type { GuestRead, GuestState } from '@/api/generated/types.gen';
import { serverNow } from '@/shared/lib/server-clock';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

import { guestLabel } from '../attendee-name';
import { DeclineButton } from './decline-button';
import { useAnswer, useRemove } from './queries';

import lists from '@/shared/ui/list.module.css';

const tones: Readonly<Record<GuestState, Tone>> = {
  invited: 'neutral',
  waiting: 'accent',
  admitted: 'success',
  refused: 'neutral',
  left: 'neutral',
  ended: 'neutral',
};

/** A guest of the call, how far they are, and what can be done about it. */
export function GuestCard({ guest, meetingId }: { guest: GuestRead; meetingId: string }) {
  const answer = useAnswer(meetingId);
  const remove = useRemove(meetingId);
  const [asking, setAsking] = useState(false);
  const { id, name, state } = guest;
  const busy = answer.isPending || remove.isPending;
  const isExpired = hasExpired(guest);
  return (
    <div className={lists.card}>
      <div className={lists.words}>
        <p className={lists.name}>
          {guestLabel(guest)}
          <StatusBadge tone={tones[state]}>{stateOf(guest, isExpired)}</StatusBadge>
        </p>
      </div>
      <div className={lists.actions}>
        {state === 'waiting' && (
          <>
            <Button loading={answer.isPending} onClick={() => answer.mutate({ guestId: id, admit: true })}>
              Let In
            </Button>
            <DeclineButton guest={guest} answer={answer} disabled={busy} />
          </>
        )}
        {state === 'invited' && !isExpired && (
          <Button
            variant="default"
            disabled={busy}
            onClick={() => remove.mutate(id)}
            aria-label={`Cancel Invitation of ${name}`}
          >
            Cancel Invitation
          </Button>
        )}
        {(state === 'admitted' || state === 'left') && (
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        danger
        busy={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
      >
        They leave the call at once, and their link does not work anymore.
      </ConfirmDialog>
    </div>
  );
}

function hasExpired({ state, isOpened, opensUntil }: GuestRead): boolean {
  return state === 'invited' && !isOpened && Date.parse(opensUntil) <= serverNow();
}

function stateOf({ state, isOpened }: GuestRead, isExpired: boolean): string {
  if (isExpired) return 'Link Expired';
  if (state === 'invited' && isOpened) return 'Link Opened';
  return choices.GuestState.find(({ value }) => value === state)?.label ?? state;
}
