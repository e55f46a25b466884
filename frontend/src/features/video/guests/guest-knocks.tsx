import { Button } from '@mantine/core';

import type { GuestName } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';

import { guestLabel } from '../attendee-name';
import { currentPlace } from '../call';
import type { CallView } from '../call-view';
import classes from './guests.module.css';
import { DeclineButton } from './decline-button';
import { useAnswer } from './queries';

/** The guests who ask to join this call, to be let in or declined by anyone who is in it. */
export function GuestKnocks({ view: { knocking } }: { view: CallView }) {
  const meetingId = currentPlace()?.meeting.meetingId;
  if (meetingId === undefined || knocking.length === 0) return null;
  return (
    <ul className={classes.knocks} aria-label="Guests who ask to join">
      {knocking.map((guest) => (
        <li key={guest.id}>
          <Knock guest={guest} meetingId={meetingId} />
        </li>
      ))}
    </ul>
  );
}

function Knock({ guest, meetingId }: { guest: GuestName; meetingId: string }) {
  const answer = useAnswer(meetingId);
  const letIn = () => answer.mutate({ guestId: guest.id, admit: true });
  const busy = answer.isPending || answer.isSuccess;
  return (
    <Banner
      tone="accent"
      icon="user"
      announce="alert"
      title={`${guestLabel(guest)} asks to join`}
      actions={
        <>
          <Button size="compact-md" loading={busy} onClick={letIn} aria-label={`Let In ${guest.name}`}>
            Let In
          </Button>
          <DeclineButton guest={guest} answer={answer} disabled={busy} size="compact-md" />
        </>
      }
    />
  );
}
