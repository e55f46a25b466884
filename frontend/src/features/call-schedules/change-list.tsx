import { useState } from 'react';

import { ApiError } from '@/api/errors';
import type { ScheduleChangeRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';
import { toastDanger, toastSuccess } from '@/shared/ui/toasts';

import classes from './change-list.module.css';
import type { PlannedLine } from './lines';
import { scheduleIn, usePlanner } from './planner-context';
import { useRemoveChange } from './queries';
import { SmallButton } from './small-button';
import { changeInWords, spanInWords } from './words';

import lists from '@/shared/ui/list.module.css';

export interface ChangeListProps {
  changes: readonly ScheduleChangeRead[];
  lines: readonly PlannedLine[];
}

/** The changes for a time that concern the days in the calendar; those that are not over can be taken back. */
export function ChangeList({ changes, lines }: ChangeListProps) {
  const [removed, setRemoved] = useState<ScheduleChangeRead | null>(null);
  const shownIds = new Set(lines.flatMap(({ schedules }) => schedules.map(({ id }) => id)));
  const shown = changes.filter(({ scheduleId }) => shownIds.has(scheduleId));
  if (shown.length === 0) return null;
  const sorted = shown.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  return (
    <section aria-labelledby="changes-title">
      <h2 id="changes-title" className={classes.title}>
        Changes for a Time
      </h2>
      <ul className={lists.close}>
        {sorted.map((change) => (
          <ChangeEntry key={change.id} change={change} onRemove={() => setRemoved(change)} />
        ))}
      </ul>
      {removed !== null && <RemoveChange change={removed} onClose={() => setRemoved(null)} />}
    </section>
  );
}

function ChangeEntry({ change, onRemove }: { change: ScheduleChangeRead; onRemove: () => void }) {
  const { schedules, people } = usePlanner();
  const now = useNow();
  const schedule = scheduleIn(schedules, change.scheduleId);
  const words = changeInWords(change, people);
  return (
    <li className={classes.entry}>
      <Icon name="transfer" size="sm" className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.what}>{words}</p>
        <p className={classes.when}>
          {schedule?.serviceLineName}, {schedule?.name}:{' '}
          {spanInWords(change.startsAt, change.endsAt, schedule?.timeZone ?? 'UTC')}
        </p>
      </div>
      {Date.parse(change.endsAt) > now ? (
        <SmallButton onClick={onRemove} aria-label={`Remove: ${words}`}>
          Remove
        </SmallButton>
      ) : (
        <span className={classes.when}>Over</span>
      )}
    </li>
  );
}

function RemoveChange({ change, onClose }: { change: ScheduleChangeRead; onClose: () => void }) {
  const { people } = usePlanner();
  const { mutateAsync, isPending } = useRemoveChange();
  const hasBegun = Date.parse(change.startsAt) <= useNow();
  // Also if the change has already disappeared from the list when the response arrives.
  const remove = async () => {
    try {
      await mutateAsync(change);
      toastSuccess('The rotations apply again.');
    } catch (failure) {
      if (failure instanceof ApiError) toastDanger(failure.message);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title="Remove This Change?"
      confirmLabel="Remove"
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      {changeInWords(change, people)}.{' '}
      {hasBegun ? 'It ends now, and the rotations apply again.' : 'The rotations apply again at that time.'}
    </ConfirmDialog>
  );
}
