import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import type { InvitationMeans, PersonRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { useSinglePress } from '@/shared/hooks/use-single-press';
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
  const link = useInvitationLink();
  const invite = useInvite();
  // Outside what is shown for each state, which the first of two presses replaces.
  const send = useSinglePress((email: string | null) => {
    link.reset();
    invite.mutate(
      { id: person.id, email },
      {
        onSuccess: () => {
          toastSuccess(`${fullName(person)} is invited.`);
          if (email === null) link.mutate(person.id);
        },
      },
    );
  });
  return (
    <Group title="Invitation">
      <p>
        <InvitationBadge state={invitation.state} /> {invitationInWords(invitation)}
      </p>
      {missingInWords(means).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {person.active ? (
        <Invite
          key={`${invitation.state} ${invitation.email ?? ''}`}
          person={person}
          means={means}
          sending={invite}
          onSend={send}
        />
      ) : (
        <p>Deactivated people cannot be invited.</p>
      )}
      {isInvited && person.active && <PassOn key={invitation.invitedAt} person={person} means={means} link={link} />}
    </Group>
  );
}

interface InviteProps extends InvitationProps {
  sending: ReturnType<typeof useInvite>;
  /** Called with the address, or null for a link to pass on. */
  onSend: (email: string | null) => void;
}

function Invite({ person, means, sending: { isPending, error, variables }, onSend }: InviteProps) {
  const isInvited = person.invitation.state === 'invited';
  const [sending, link] = [isInvited ? 'Send Again' : 'Send Invitation', 'Invite with a Link'];
  const isLink = variables?.email === null;
  const atField = emailErrorIn(error);
  return (
    <div className={classes.invite}>
      {means.mail && (
        <Address
          first={person.invitation.email ?? ''}
          button={sending}
          busy={isPending && !isLink}
          error={atField}
          onSend={onSend}
        />
      )}
      {!isInvited && (
        <Button variant="default" className={classes.add} loading={isPending && isLink} onClick={() => onSend(null)}>
          {link}
        </Button>
      )}
      <div role="alert" className={objects.failure}>
        {error !== null && atField === null && (
          <NotSaved failure={error} button={isLink ? link : sending} expected="sent" />
        )}
      </div>
    </div>
  );
}

interface AddressProps {
  first: string;
  button: string;
  busy: boolean;
  error: string | null;
  onSend: (email: string) => void;
}

function Address({ first, button, busy, error, onSend }: AddressProps) {
  const [email, setEmail] = useState(first);
  return (
    <form
      className={classes.address}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend(email.trim());
      }}
    >
      <TextInput
        type="email"
        label="E-mail Address"
        description="Kept until they have signed in"
        autoComplete="off"
        value={email}
        error={error}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={email.trim() === ''} loading={busy}>
        {button}
      </Button>
    </form>
  );
}

/** What the server says about the address, if that is what it refused. */
function emailErrorIn(failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return null;
  return failure.fieldErrors.find(({ field }) => field === 'email')?.message ?? null;
}

/** The link, which is asked for when it is needed, and the way back. */
function PassOn({ person, means, link }: InvitationProps & { link: ReturnType<typeof useInvitationLink> }) {
  const { mutate, data, isPending, error } = link;
  const withdraw = useWithdraw();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {data !== undefined && <CopyField label="Link" description={linkInWords(means)} what="link" value={data.link} />}
      <div className={classes.license}>
        {data === undefined && (
          <Button variant="default" loading={isPending} onClick={() => mutate(person.id)}>
            Show Link
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          Withdraw
        </Button>
      </div>
      <div role="alert" className={objects.failure}>
        {error !== null && <NotSaved failure={error} button="Show Link" expected="previewed" />}
      </div>
      <ConfirmDialog
        opened={asking}
        title="Withdraw the invitation?"
        confirmLabel="Withdraw"
        danger
        busy={withdraw.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => withdraw.mutate(person.id, { onSuccess: () => setAsking(false) })}
      >
        <p>An e-mail that is still waiting will not be sent.</p>
        <p>
          Whoever already has the link can use it until it expires. To keep the person out, deactivate them instead.
        </p>
        <div role="alert" className={objects.failure}>
          {withdraw.isError && <NotSaved failure={withdraw.error} button="Withdraw" />}
        </div>
      </ConfirmDialog>
    </>
  );
}
