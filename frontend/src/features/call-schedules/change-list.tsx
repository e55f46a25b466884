import { useState } from 'react';

import { ApiError } from '@/api/errors';
import type { ScheduleChangeRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { pluralize } from '@/shared/lib/pluralize';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';
import { toastDanger, toastSuccess } from '@/shared/ui/toasts';

import classes from './change-list.module.css';
import type { PlannedLine } from './lines';
import { scheduleIn, usePlanner } from './planner-context';
import { useRemoveChange, useRemoveCopy } from './queries';
import { SmallButton } from './small-button';
import { changeInWords, spanInWords } from './words';

import lists from '@/shared/ui/list.module.css';

export interface ChangeListProps {
  changes: readonly ScheduleChangeRead[];
  lines: readonly PlannedLine[];
}

/** The changes for a time that concern the days in the calendar, those of a copied month as one; what is not over can be taken back. */
export function ChangeList({ changes, lines }: ChangeListProps) {
  const [removed, setRemoved] = useState<Entry | null>(null);
  const shownIds = new Set(lines.flatMap(({ schedules }) => schedules.map(({ id }) => id)));
  const entries = entriesOf(changes.filter(({ scheduleId }) => shownIds.has(scheduleId)));
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="changes-title">
      <h2 id="changes-title" className={classes.title}>
        Changes for a Time
      </h2>
      <ul className={lists.close}>
        {entries.map((entry) => (
          <ChangeEntry key={entry.first.id} entry={entry} onRemove={() => setRemoved(entry)} />
        ))}
      </ul>
      {removed?.copyId === null && <RemoveChange change={removed.first} onClose={() => setRemoved(null)} />}
      {removed !== null && removed.copyId !== null && (
        <TakeCopyBack entry={removed} copyId={removed.copyId} onClose={() => setRemoved(null)} />
      )}
    </section>
  );
}

/** One change, or all those in the calendar that come from the same copied month. */
interface Entry {
  readonly copyId: number | null;
  readonly first: ScheduleChangeRead;
  readonly count: number;
  readonly endsAt: string;
}

/** By begin. */
function entriesOf(changes: readonly ScheduleChangeRead[]): Entry[] {
  const sorted = changes.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const groups = new Map<string, Entry>();
  for (const change of sorted) {
    const { id, copyId, endsAt } = change;
    const key = copyId === null ? `change ${id}` : `copy ${copyId}`;
    const { first, count, endsAt: last } = groups.get(key) ?? { first: change, count: 0, endsAt };
    groups.set(key, { copyId, first, count: count + 1, endsAt: endsAt > last ? endsAt : last });
  }
  return [...groups.values()];
}

function useEntryWords({ copyId, first, count }: Entry): string {
  const { people } = usePlanner();
  return copyId === null ? changeInWords(first, people) : `Copied month: ${pluralize(count, 'change')} on these days`;
}

function ChangeEntry({ entry, onRemove }: { entry: Entry; onRemove: () => void }) {
  const { schedules } = usePlanner();
  const now = useNow();
  const words = useEntryWords(entry);
  const { copyId, first, endsAt } = entry;
  const schedule = scheduleIn(schedules, first.scheduleId);
  const verb = copyId === null ? 'Remove' : 'Take Back';
  return (
    <li className={classes.entry}>
      <Icon name="transfer" size="sm" className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.what}>{words}</p>
        <p className={classes.when}>
          {schedule?.serviceLineName}, {schedule?.name}:{' '}
          {spanInWords(first.startsAt, endsAt, schedule?.timeZone ?? 'UTC')}
        </p>
      </div>
      {/* Of a copied month, more may be ahead than is shown. */}
      {copyId !== null || Date.parse(endsAt) > now ? (
        <SmallButton onClick={onRemove} aria-label={`${verb}: ${words}`}>
          {verb}
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
  return (
    <ConfirmDialog
      opened
      title="Remove This Change?"
      confirmLabel="Remove"
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void finish(mutateAsync(change), onClose)}
    >
      {changeInWords(change, people)}.{' '}
      {hasBegun ? 'It ends now, and the rotations apply again.' : 'The rotations apply again at that time.'}
    </ConfirmDialog>
  );
}

function TakeCopyBack({ entry, copyId, onClose }: { entry: Entry; copyId: number; onClose: () => void }) {
  const { mutateAsync, isPending } = useRemoveCopy();
  const { scheduleId } = entry.first;
  return (
    <ConfirmDialog
      opened
      title="Take the Copied Month Back?"
      confirmLabel="Take Back"
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void finish(mutateAsync({ scheduleId, copyId }), onClose)}
    >
      All changes of this copy are removed, also those on days that are not shown. The rotations apply again from now
      on.
    </ConfirmDialog>
  );
}

/** Also if the change has already disappeared from the list when the response arrives. */
async function finish(request: Promise<unknown>, onClose: () => void) {
  try {
    await request;
    toastSuccess('The rotations apply again.');
  } catch (failure) {
    if (failure instanceof ApiError) toastDanger(failure.message);
  }
  onClose();
}
