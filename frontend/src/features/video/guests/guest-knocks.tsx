import { Button } from '@mantine/core';

import type { GuestName } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';

import { guestLabel } from '../attendee-name';
import { currentPlace } from '../call';
import type { CallView } from '../call-view';
import classes from './guests.module.css';
import { useAnswer } from './queries';

/** The guests who ask to join this call, to be let in or refused by anyone who is in it. */
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
  const say = (admit: boolean) => answer.mutate({ guestId: guest.id, admit });
  const busy = answer.isPending || answer.isSuccess;
  return (
    <Banner
      tone="accent"
      icon="user"
      announce="alert"
      title={`${guestLabel(guest)} asks to join`}
      actions={
        <>
          <Button size="compact-md" loading={busy} onClick={() => say(true)} aria-label={`Admit ${guest.name}`}>
            Admit
          </Button>
          <Button
            size="compact-md"
            variant="default"
            disabled={busy}
            onClick={() => say(false)}
            aria-label={`Refuse ${guest.name}`}
          >
            Refuse
          </Button>
        </>
      }
    />
  );
}
