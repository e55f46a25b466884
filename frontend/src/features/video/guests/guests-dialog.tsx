import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { choices } from '@/api/contract/choices/video.gen';
import { constants } from '@/api/contract/constants.gen';
import type { GuestKind, GuestRead, InvitedGuest } from '@/api/generated/types.gen';
import { retryAdvice } from '@/drafts/retry-advice';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { Banner } from '@/shared/ui/banner';
import { CopyField } from '@/shared/ui/copy-field';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { GuestCard } from './guest-card';
import classes from './guests.module.css';
import { guestsQuery, type OwnCall, useInvite } from './queries';
import { SendLink } from './send-link';

import lists from '@/shared/ui/list.module.css';

const [{ value: FIRST_KIND }] = choices.GuestKind;

/** Invites guests to a call by links, and lists those who were. */
export function GuestsDialog({ of, onClose }: { of: OwnCall; onClose: () => void }) {
  const invite = useInvite(of);
  return (
    <Modal opened onClose={onClose} title="Invite Guest" size="lg" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>
          A guest joins with a link, without signing in, and sees nothing but the call. Someone in the call has to let
          them in.
        </Text>
        {invite.data === undefined ? (
          <InviteForm invite={invite} />
        ) : (
          <NewLink invited={invite.data} onAnother={invite.reset} />
        )}
        <Guests of={of} />
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Modal>
  );
}

function InviteForm({ invite }: { invite: ReturnType<typeof useInvite> }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<GuestKind>(FIRST_KIND);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    invite.mutate({ name: name.trim(), kind });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div className={classes.fields}>
          <TextInput
            className={classes.grow}
            label="Guest’s Name"
            description="Shown in the call and in the timeline. Nothing about the patient."
            value={name}
            maxLength={constants.GUEST_NAME_LIMIT}
            autoComplete="off"
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label="Joins as"
            value={kind}
            onChange={({ currentTarget }) => {
              const chosen = choices.GuestKind.find(({ value }) => value === currentTarget.value);
              if (chosen !== undefined) setKind(chosen.value);
            }}
          >
            {choices.GuestKind.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </div>
        {invite.isError && (
          <Banner tone="danger" announce="alert" title="Nobody was invited.">
            <p className={classes.note}>{retryAdvice(invite.error, 'Create Link')}</p>
          </Banner>
        )}
        <div>
          <Button type="submit" loading={invite.isPending} disabled={name.trim() === ''}>
            Create Link
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function NewLink({ invited: { guest, link }, onAnother }: { invited: InvitedGuest; onAnother: () => void }) {
  const address = `${window.location.origin}${link}`;
  // The system's own dialog; whoever closes it has sent nothing.
  const share = () => void navigator.share({ title: 'Video call', url: address }).catch(() => undefined);
  return (
    <Stack gap="xs">
      <CopyField
        label={`Link for ${guest.name}`}
        description={`Send it only to this guest. It opens once, within ${constants.GUEST_LINK_MINUTES} minutes, and is not shown again.`}
        what="link"
        value={address}
      />
      <Group gap="sm">
        <SendLink address={address} />
        {'share' in navigator && (
          <Button variant="default" onClick={share}>
            Share
          </Button>
        )}
      </Group>
      <div>
        <Button variant="default" onClick={onAnother}>
          Invite Another Guest
        </Button>
      </div>
    </Stack>
  );
}

function Guests({ of }: { of: OwnCall }) {
  const { data, isPending, isFetching, refetch } = useQuery(guestsQuery(of));
  const frame = useKeptFocus<HTMLDivElement>();
  if (isPending) return <SkeletonCards count={1} label="Loading guests" />;
  if (data === undefined)
    return <ErrorState title="Failed to load the guests" onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <div ref={frame} tabIndex={-1} role="group" aria-label="Guests of this call">
      {data.length > 0 && (
        <>
          <h3 className={lists.title}>Guests of This Call</h3>
          <ul className={lists.close}>
            {data.toReversed().map((guest: GuestRead) => (
              <li key={guest.id}>
                <GuestCard guest={guest} meetingId={of.meetingId} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
