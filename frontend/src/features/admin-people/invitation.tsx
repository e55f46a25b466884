import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import type { InvitationMeans, PersonRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { fullName } from '@/shared/lib/full-name';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { CopyField } from '@/shared/ui/copy-field';
import { toastSuccess } from '@/shared/ui/toasts';
import { Group } from '@/versions/group';
import objects from '@/versions/versions.module.css';

import { InvitationBadge } from './invitation-badge';
import { invitationInWords, linkInWords, missingInWords } from './invitation-words';
import classes from './person.module.css';
import { useInvitationLink, useInvite, useWithdraw } from './queries';

export interface InvitationProps {
  person: PersonRead;
  means: InvitationMeans;
}

/** Invites somebody who has never signed in: by e-mail, or with a link to pass on. */
export function Invitation({ person, means }: InvitationProps) {
  const { invitation } = person;
  const isInvited = invitation.state === 'invited';
  return (
    <Group title="Invitation">
      <p>
        <InvitationBadge state={invitation.state} /> {invitationInWords(invitation)}
      </p>
      {missingInWords(means).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {person.active ? (
        <Invite key={`${invitation.state} ${invitation.email ?? ''}`} person={person} means={means} />
      ) : (
        <p>Deactivated people cannot be invited.</p>
      )}
      {isInvited && person.active && <PassOn key={invitation.invitedAt} person={person} means={means} />}
    </Group>
  );
}

function Invite({ person, means }: InvitationProps) {
  const { mutate, isPending, error, variables } = useInvite();
  const [email, setEmail] = useState(person.invitation.email ?? '');
  const isInvited = person.invitation.state === 'invited';
  const button = isInvited ? 'Send Again' : 'Send Invitation';
  const atField = error instanceof ApiError ? error.fieldErrors.find(({ field }) => field === 'email')?.message : null;
  const send = (address: string | null) =>
    mutate({ id: person.id, email: address }, { onSuccess: () => toastSuccess(`${fullName(person)} is invited.`) });
  return (
    <div className={classes.invite}>
      {means.mail && (
        <form
          className={classes.address}
          onSubmit={(event) => {
            event.preventDefault();
            send(email.trim());
          }}
        >
          <TextInput
            type="email"
            label="E-mail Address"
            description="Kept until they have signed in"
            autoComplete="off"
            value={email}
            error={atField}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            disabled={email.trim() === ''}
            loading={isPending && variables.email !== null}
          >
            {button}
          </Button>
        </form>
      )}
      {!isInvited && (
        <Button
          variant="default"
          className={classes.add}
          loading={isPending && variables.email === null}
          onClick={() => send(null)}
        >
          Invite with a Link
        </Button>
      )}
      <div role="alert" className={objects.failure}>
        {error !== null && atField == null && (
          <NotSaved
            failure={error}
            button={variables?.email === null ? 'Invite with a Link' : button}
            expected="sent"
          />
        )}
      </div>
    </div>
  );
}

/** The link, which is asked for when it is needed, and the way back. */
function PassOn({ person, means }: InvitationProps) {
  const { mutate, data, isPending, error } = useInvitationLink();
  const withdraw = useWithdraw();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {data !== undefined && <CopyField label="Link" description={linkInWords(means)} what="link" value={data.link} />}
      <div className={classes.license}>
        {data === undefined && (
          <Button variant="default" loading={isPending} onClick={() => mutate(person.id)}>
            Copy Link
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          Withdraw
        </Button>
      </div>
      <div role="alert" className={objects.failure}>
        {error !== null && <NotSaved failure={error} button="Copy Link" expected="previewed" />}
      </div>
      <ConfirmDialog
        opened={asking}
        title="Withdraw the invitation?"
        confirmLabel="Withdraw"
        busy={withdraw.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => withdraw.mutate(person.id, { onSuccess: () => setAsking(false) })}
      >
        <p>An e-mail that waits to be sent is not sent.</p>
        <p>
          Whoever has the link already can use it until it expires. To keep the person out, deactivate them instead.
        </p>
        <div role="alert" className={objects.failure}>
          {withdraw.isError && <NotSaved failure={withdraw.error} button="Withdraw" />}
        </div>
      </ConfirmDialog>
    </>
  );
}
