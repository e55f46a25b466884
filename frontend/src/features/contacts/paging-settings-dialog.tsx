import { Button, Divider, Modal, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

import type { ContactsRead } from '@/api/generated/types.gen';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { useRestoreFocus } from '@/shared/hooks/use-restore-focus';
import { useSinglePress } from '@/shared/hooks/use-single-press';
import { Banner } from '@/shared/ui/banner';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { AddButtons } from './add-buttons';
import { AddContactDialog, type TypedKind } from './add-contact-dialog';
import { ContactList } from './contact-list';
import { deviceEndpoint, unsubscribeDevice } from './device';
import { contactsQuery, isReachable, testsMutation, useRemoveContact } from './queries';

interface PagingSettingsDialogProps {
  /** What reaches the user on this screen, below what reaches them elsewhere. */
  onScreen: ReactNode;
  onClose: () => void;
}

/** How the user is reached. */
export function PagingSettingsDialog({ onScreen, onClose }: PagingSettingsDialogProps) {
  const contacts = useQuery(contactsQuery);
  useRestoreFocus(true);
  return (
    <Modal opened onClose={onClose} title="Paging Settings" size="lg" returnFocus={false}>
      <Stack gap="md">
        <Text size="sm">
          When a request waits for you, these are tried after their delays, until someone answers it. Messages never
          name a patient.
        </Text>
        {contacts.data !== undefined && <Contacts contacts={contacts.data} />}
        {contacts.isPending && <SkeletonCards count={2} label="Loading your contacts" />}
        {contacts.isError && contacts.data === undefined && (
          <ErrorState
            title="Failed to load your contacts"
            onRetry={() => void contacts.refetch()}
            retrying={contacts.isFetching}
          />
        )}
        <Divider />
        <Title order={3} size="h4">
          On This Screen
        </Title>
        {onScreen}
      </Stack>
      <Footer contacts={contacts.data} onClose={onClose} />
    </Modal>
  );
}

function Contacts({ contacts }: { contacts: ContactsRead }) {
  const [adding, setAdding] = useState<TypedKind | null>(null);
  const [removing, setRemoving] = useState<number | null>(null);
  const [ownEndpoint, setOwnEndpoint] = useState<string | null>(null);
  useEffect(() => void deviceEndpoint().then(setOwnEndpoint), []);
  const remove = useRemoveContact();
  const frame = useKeptFocus<HTMLDivElement>();
  const target = contacts.contacts.find(({ id }) => id === removing);
  const confirmRemoval = () => {
    if (target === undefined) return;
    if (target.address === ownEndpoint) void unsubscribeDevice().then(() => setOwnEndpoint(null));
    remove.mutate(target.id, { onSettled: () => setRemoving(null) });
  };
  return (
    <Stack gap="md" ref={frame} role="group" aria-label="Your contacts" tabIndex={-1}>
      {!contacts.contacts.some(isReachable) && (
        <Banner tone="warning" title="Nothing else can reach you">
          If this screen is closed or locked, nothing else can reach you. Add a phone or a device.
        </Banner>
      )}
      <ContactList contacts={contacts.contacts} ownEndpoint={ownEndpoint} onRemove={setRemoving} />
      <AddButtons contacts={contacts} ownEndpoint={ownEndpoint} onAdd={setAdding} onSubscribed={setOwnEndpoint} />
      {adding !== null && <AddContactDialog kind={adding} onClose={() => setAdding(null)} />}
      <ConfirmDialog
        opened={target !== undefined}
        title="Remove Contact?"
        confirmLabel="Remove"
        danger
        busy={remove.isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={confirmRemoval}
      >
        {`Requests will no longer reach you by ${target?.label ?? 'this contact'}.`}
      </ConfirmDialog>
    </Stack>
  );
}

function Footer({ contacts, onClose }: { contacts: ContactsRead | undefined; onClose: () => void }) {
  const test = useMutation(testsMutation);
  const sendTest = useSinglePress(() => test.mutate());
  const canTest = contacts?.contacts.some(isReachable) === true;
  return (
    <DialogFooter>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button variant="default" disabled={!canTest} loading={test.isPending} onClick={sendTest}>
        Send Me a Test
      </Button>
    </DialogFooter>
  );
}
