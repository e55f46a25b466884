import { useState } from 'react';

import type { CallScheduleRead } from '@/api/generated/types.gen';
import { useRestoreFocus } from '@/shared/hooks/use-restore-focus';
import type { CallSchedulesSearch } from '@/shared/lib/search-params';

import { ChangeDialog } from './change-dialog';
import { type NewChange, usePlanner } from './planner-context';
import { ScheduleDialog } from './schedule-dialog';

export interface DialogsProps {
  search: CallSchedulesSearch;
  newChange: NewChange | null;
  onClose: () => void;
}

/** The dialog that the URL names, so that it opens again, with its draft, after the next sign-in. */
export function Dialogs({ search: { edit, change, line }, newChange, onClose }: DialogsProps) {
  const edited = useLastKnown(edit);
  const changed = useLastKnown(change);
  useRestoreFocus(edit !== undefined || change !== undefined);
  if (edit === 'new') return <ScheduleDialog schedule={null} line={line} isRemoved={false} onClose={onClose} />;
  if (edited !== null) return <ScheduleDialog key={edited.schedule.id} {...edited} onClose={onClose} />;
  if (changed === null) return null;
  const { id } = changed.schedule;
  const begun = newChange?.scheduleId === id ? newChange : { scheduleId: id };
  return <ChangeDialog key={id} {...changed} begun={begun} onClose={onClose} />;
}

/** The schedule with this id. If someone removes it, its last version stays, so that a dialog keeps what was typed. */
function useLastKnown(id: string | undefined): { schedule: CallScheduleRead; isRemoved: boolean } | null {
  const { schedules } = usePlanner();
  const [last, setLast] = useState<CallScheduleRead | null>(null);
  const current = schedules.find((schedule) => String(schedule.id) === id);
  if (current !== undefined && current !== last) setLast(current);
  const schedule = current ?? (String(last?.id) === id ? last : null);
  return schedule === null ? null : { schedule, isRemoved: current === undefined };
}
