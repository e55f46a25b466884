import { Button } from '@mantine/core';
import { useState } from 'react';

import type { ScimStopRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { formatTimestamp } from '@/shared/lib/dates';
import { Banner } from '@/shared/ui/banner';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import classes from './provisioning.module.css';
import { useAllow } from './queries';

/** An identity provider that wanted to deactivate unusually many people; an administrator decides. */
export function Stop({ stop }: { stop: ScimStopRead }) {
  const { organizationName, stoppedAt, deactivated, limit, allowedUntil } = stop;
  const [isAsking, setAsking] = useState(false);
  if (allowedUntil !== null)
    return (
      <Banner
        title={`Any number of people of ${organizationName} may be deactivated until ${formatTimestamp(allowedUntil)}.`}
      >
        <p>The identity provider will try again automatically.</p>
      </Banner>
    );
  return (
    <Banner
      tone="danger"
      title={`Provisioning for ${organizationName} was stopped ${formatTimestamp(stoppedAt)}.`}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          Allow More…
        </Button>
      }
    >
      <p>
        The identity provider has deactivated {people(deactivated)} within the last hour and wanted to go on. More than{' '}
        {limit} in an hour are unusual here, so this may be a mistake: for example, a group that was taken out of the
        application. Everything else goes on.
      </p>
      {isAsking && <AllowDialog stop={stop} onClose={() => setAsking(false)} />}
    </Banner>
  );
}

function AllowDialog({ stop, onClose }: { stop: ScimStopRead; onClose: () => void }) {
  const { mutateAsync: allow, isPending } = useAllow();
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const confirm = async () => {
    setFailed(null);
    try {
      await allow(stop.organizationId);
      onClose();
    } catch (failure) {
      setFailed({ failure });
    }
  };
  return (
    <ConfirmDialog
      opened
      danger
      title="Let It Deactivate Any Number of People?"
      confirmLabel="Allow for One Hour"
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      For one hour, the identity provider may deactivate any number of people of {stop.organizationName}. They are
      signed out at once, go off call, and leave their calls.
      <div role="alert" className={classes.failure}>
        {failed !== null && <NotSaved failure={failed.failure} button="Allow for One Hour" />}
      </div>
    </ConfirmDialog>
  );
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${String(count)} people`;
}
