import { Button } from '@mantine/core';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import type { DifferenceRead, DraftRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { useMe } from '@/session/me';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toastSuccess } from '@/shared/ui/toasts';

import { type DraftAction, useDraftAction } from './queries';
import { Group } from '../group';
import { MovedObject } from './moved-object';
import { ScheduleDialog } from './schedule-dialog';
import { labelOf, stateInWords, toneOf } from './words';
import { useConfirmed } from '../use-confirmed';
import classes from '../versions.module.css';

export interface DraftPanelProps {
  draft: DraftRead;
  /** What is drafted: `service line`. */
  noun: string;
  differenceInWords: (difference: DifferenceRead) => string;
  /** The form has changes that are not saved. */
  isDirty: boolean;
  /** Saves the draft again on top of the object as it is now; null if it no longer fits, so that the form shows the object instead. */
  onRebase: (() => Promise<unknown>) | null;
  /** The draft, and perhaps the object, are no longer as they were fetched. */
  onChanged: () => void;
}

const DONE: Readonly<Record<DraftAction['does'], string>> = {
  publish: 'The draft is published.',
  schedule: 'The draft is scheduled.',
  unschedule: 'The draft is no longer scheduled.',
  approve: 'The draft is approved.',
  discard: 'The draft is discarded.',
};

/** The draft that is open: what it changes, how far it is, and what can be done with it. */
export function DraftPanel({ draft, noun, differenceInWords, isDirty, onRebase, onChanged }: DraftPanelProps) {
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [isScheduling, setScheduling] = useState(false);
  const { mutateAsync, isPending } = useDraftAction();
  const { run, dialog } = useConfirmed({ title: 'Make This Change?', confirmLabel: 'Make the Change' });
  const act = async (actionOf: (confirmed: string[]) => DraftAction) => {
    setFailed(null);
    try {
      const done = await run((confirmed) => mutateAsync({ draft, action: actionOf(confirmed) }));
      if (done === null) return;
      toastSuccess(DONE[actionOf([]).does]);
      onChanged();
    } catch (failure) {
      setFailed({ failure });
      onChanged();
    }
  };
  const schedule = async (publishAt: string) => {
    setFailed(null);
    try {
      const action = { does: 'schedule', publishAt } as const;
      if ((await run((confirmed) => mutateAsync({ draft, action: { ...action, confirmed } }))) === null) return;
      toastSuccess(DONE.schedule);
    } catch (failure) {
      // The dialog shows what is wrong with the time, or that the server did not respond; the draft is as it was.
      if (!(failure instanceof ApiError) || failure.fieldErrors.length > 0) throw failure;
      setFailed({ failure });
    }
    setScheduling(false);
    onChanged();
  };
  return (
    <Group title="Draft">
      <div>
        <StatusBadge tone={toneOf(draft)}>{labelOf(draft)}</StatusBadge> {stateInWords(draft)}
      </div>
      {draft.reason !== null && <p className={classes.fine}>Reason: {draft.reason}</p>}
      {draft.failure !== null && (
        <Banner tone="danger" title="This draft was not published.">
          {draft.failure}
        </Banner>
      )}
      {onRebase === null && <NoLongerFits noun={noun} />}
      {draft.isOutdated && failed === null && (
        <Banner tone="warning">This {noun} has changed since the draft was started. Publish shows both changes.</Banner>
      )}
      <ul className={classes.differences} aria-label="What the draft changes">
        {draft.differences.map((difference) => (
          <li key={difference.place}>{differenceInWords(difference)}</li>
        ))}
      </ul>
      <InView>
        {failed !== null && (
          <MovedObject failure={failed.failure} differenceInWords={differenceInWords} noun={noun} onRebase={onRebase}>
            <NotSaved failure={failed.failure} button="the same" />
          </MovedObject>
        )}
      </InView>
      <Actions
        draft={draft}
        isDisabled={isDirty || isPending}
        onAct={(action) =>
          void act((confirmed) => (action === 'publish' ? { does: action, confirmed } : { does: action }))
        }
        onSchedule={() => setScheduling(true)}
      />
      {isDirty && <p className={classes.fine}>Save or discard what you have typed first.</p>}
      {isScheduling && (
        <ScheduleDialog isCovered={dialog !== false} onSchedule={schedule} onClose={() => setScheduling(false)} />
      )}
      {dialog}
    </Group>
  );
}

function NoLongerFits({ noun }: Pick<DraftPanelProps, 'noun'>) {
  return (
    <Banner tone="danger" title="This draft no longer fits.">
      <p>
        It names something that is no longer there. The form below shows the {noun} as it is now: change that and save
        it, which replaces the draft, or discard the draft.
      </p>
    </Banner>
  );
}

interface ActionsProps {
  draft: DraftRead;
  isDisabled: boolean;
  onAct: (action: 'publish' | 'unschedule' | 'approve' | 'discard') => void;
  onSchedule: () => void;
}

function Actions({ draft, isDisabled, onAct, onSchedule }: ActionsProps) {
  const { id } = useMe();
  const isOwn = draft.by.id === id;
  return (
    <div className={classes.actions}>
      {draft.needsApproval && !isOwn && (
        <Button disabled={isDisabled} onClick={() => onAct('approve')}>
          Approve
        </Button>
      )}
      {draft.needsApproval && isOwn && (
        <p className={classes.fine}>Someone else who may change this has to approve it before it can be published.</p>
      )}
      {!draft.needsApproval && (
        <Button disabled={isDisabled} onClick={() => onAct('publish')}>
          Publish Now
        </Button>
      )}
      {!draft.needsApproval && draft.status !== 'scheduled' && (
        <Button variant="default" disabled={isDisabled} onClick={onSchedule}>
          Schedule
        </Button>
      )}
      {draft.status === 'scheduled' && (
        <Button variant="default" disabled={isDisabled} onClick={() => onAct('unschedule')}>
          Do Not Publish Automatically
        </Button>
      )}
      <Button variant="default" disabled={isDisabled} onClick={() => onAct('discard')}>
        Discard Draft
      </Button>
    </div>
  );
}
