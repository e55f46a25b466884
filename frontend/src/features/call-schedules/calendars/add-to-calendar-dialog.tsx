import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { CalendarLinkIssued, CalendarLinkRead } from '@/api/generated/types.gen';
import { retryAdvice } from '@/drafts/retry-advice';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { useTimestamp } from '@/shared/hooks/use-times';
import { Banner } from '@/shared/ui/banner';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { CopyField } from '@/shared/ui/copy-field';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './calendars.module.css';
import { calendarLinksQuery, useIssueLink, useRevokeLink } from './queries';

import lists from '@/shared/ui/list.module.css';

export interface AddToCalendarDialogProps {
  /** The schedule whose shifts a calendar shall show; null for the user's own on all schedules. */
  scheduleId: number | null;
  onClose: () => void;
}

/** An address at which the user's own calendar reads shifts. */
export function AddToCalendarDialog({ scheduleId, onClose }: AddToCalendarDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Add to Calendar" size="lg">
      <Content scheduleId={scheduleId} />
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Modal>
  );
}

function Content({ scheduleId }: Pick<AddToCalendarDialogProps, 'scheduleId'>) {
  const { data, isPending, isFetching, refetch } = useQuery(calendarLinksQuery);
  const frame = useKeptFocus<HTMLDivElement>();
  return (
    <Stack gap="md" ref={frame} role="group" aria-label="Calendar address" tabIndex={-1}>
      <Text>
        {scheduleId === null
          ? 'Your calendar application can show your shifts. Give it the address that you create here.'
          : 'Your calendar application can show the shifts of this schedule. Give it the address that you create here.'}
      </Text>
      <ul className={lists.bullets}>
        <li>Anyone who has the address can read the shifts, without signing in. It shows nothing about patients.</li>
        <li>Calendars may lag behind by a day. What counts is what you see in Wardline.</li>
      </ul>
      {data !== undefined && (
        <Address scheduleId={scheduleId} link={data.find((link) => link.scheduleId === scheduleId) ?? null} />
      )}
      {isPending && <SkeletonCards count={1} label="Loading your address" />}
      {!isPending && data === undefined && (
        <ErrorState title="Failed to load your address" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Stack>
  );
}

interface AddressProps {
  scheduleId: number | null;
  /** The address that exists, whose secret nobody can look up anymore. */
  link: CalendarLinkRead | null;
}

function Address({ scheduleId, link }: AddressProps) {
  const issue = useIssueLink(scheduleId);
  const label = link === null ? 'Create Address' : 'Replace Address';
  return (
    <Stack gap="md">
      {link !== null && (issue.data?.id === link.id ? <NewAddress issued={issue.data} /> : <OldAddress link={link} />)}
      {issue.isError && (
        <Banner tone="danger" announce="alert" title="There is no new address.">
          <p className={classes.note}>{retryAdvice(issue.error, label)}</p>
        </Banner>
      )}
      {link === null ? (
        <div>
          <Button loading={issue.isPending} onClick={() => issue.mutate()}>
            {label}
          </Button>
        </div>
      ) : (
        <AddressButtons linkId={link.id} replaceLabel={label} issue={issue} />
      )}
    </Stack>
  );
}

interface AddressButtonsProps {
  linkId: number;
  replaceLabel: string;
  issue: ReturnType<typeof useIssueLink>;
}

/** Both end what calendars know now, so the user confirms. */
function AddressButtons({ linkId, replaceLabel, issue }: AddressButtonsProps) {
  const revoke = useRevokeLink();
  const [asking, setAsking] = useState<'Replace' | 'Revoke' | null>(null);
  const confirm = () => {
    const close = { onSettled: () => setAsking(null) };
    if (asking === 'Replace') issue.mutate(undefined, close);
    else revoke.mutate(linkId, close);
  };
  return (
    <div className={lists.actions}>
      <Button variant="default" onClick={() => setAsking('Replace')}>
        {replaceLabel}
      </Button>
      <Button variant="default" onClick={() => setAsking('Revoke')}>
        Revoke Address
      </Button>
      {asking !== null && (
        <ConfirmDialog
          opened
          title={`${asking} Address?`}
          confirmLabel={asking}
          danger
          busy={issue.isPending || revoke.isPending}
          onCancel={() => setAsking(null)}
          onConfirm={confirm}
        >
          Calendars that have the address now can no longer read the shifts.
        </ConfirmDialog>
      )}
    </div>
  );
}

function NewAddress({ issued: { address } }: { issued: CalendarLinkIssued }) {
  return (
    <Stack gap="xs">
      <CopyField
        label="Your Address"
        description="Copy it now: it is shown only once."
        what="address"
        value={address}
      />
      <div>
        <Anchor href={address.replace(/^https?:/, 'webcal:')} size="sm">
          Open in a calendar application on this device
        </Anchor>
      </div>
    </Stack>
  );
}

function OldAddress({ link: { createdAt, lastReadAt } }: { link: CalendarLinkRead }) {
  const timestamp = useTimestamp();
  return (
    <Text size="sm">
      You created an address at {timestamp(createdAt)}.{' '}
      {lastReadAt === null ? 'No calendar has read it yet.' : `A calendar last read it at ${timestamp(lastReadAt)}.`} If
      you do not have it anymore, replace it.
    </Text>
  );
}
