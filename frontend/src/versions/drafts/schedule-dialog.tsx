import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { showServerErrors } from '@/api/show-server-errors';
import { NotSaved } from '@/drafts/not-saved';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { viewerZone } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { unfinishedMoment } from '@/shared/lib/typed-time';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import classes from '../versions.module.css';

export interface ScheduleDialogProps {
  /** Another question is open in front of it. */
  isCovered: boolean;
  /** Rejects if the server refuses. Includes closing the dialog. */
  onSchedule: (publishAt: string) => Promise<void>;
  onClose: () => void;
}

/** Asks when a draft is to be published. The rules of that moment decide. What was typed stays until the draft is scheduled. */
export function ScheduleDialog({ isCovered, onSchedule, onClose }: ScheduleDialogProps) {
  const form = useForm<{ publishAt: string }>({ defaultValues: { publishAt: '' } });
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const confirm = async () => {
    const { publishAt } = form.getValues();
    const message = problemOf(publishAt);
    setFailed(null);
    form.clearErrors();
    if (message !== null) {
      form.setError('publishAt', { message }, { shouldFocus: true });
      return;
    }
    setBusy(true);
    try {
      await onSchedule(publishAt);
    } catch (failure) {
      if (!showServerErrors(form, failure)) setFailed({ failure });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened={!isCovered}
      size="lg"
      title="Schedule This Draft"
      confirmLabel="Schedule"
      busy={isBusy}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <DateTimeField
        control={form.control}
        name="publishAt"
        label="Publish At"
        description="In your time zone. If the change is not allowed then, nothing happens, and the draft says why."
        zone={viewerZone()}
        withoutNow
        required
      />
      <div role="alert" className={classes.failure}>
        {failed !== null && <NotSaved failure={failed.failure} button="Schedule" />}
      </div>
    </ConfirmDialog>
  );
}

/** Why nothing can be scheduled for what was typed; null if it can. */
function problemOf(publishAt: string): string | null {
  const isPast = Date.parse(publishAt) <= serverNow();
  return unfinishedMoment(publishAt) ?? (isPast ? `This time is in the past. ${messages.TIME_AHEAD}` : null);
}
