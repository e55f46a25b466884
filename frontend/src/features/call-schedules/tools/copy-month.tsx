import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import type { CallScheduleRead } from '@/api/generated/types.gen';
import { dayOf } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { EmptyState } from '@/shared/ui/empty-state';

import { OneSchedule, type ScheduleChoice } from '../one-schedule';
import { CopyPreview } from './copy-preview';
import classes from './tools.module.css';
import { monthAfter, monthInWords } from './words';

/** Months before this one that can be copied, and months ahead. */
const BACK = 12;
const AHEAD = 11;

/** Copies who is on call from one month to another, after showing what that does. */
export function CopyMonth(choice: ScheduleChoice) {
  return (
    <OneSchedule {...choice} purpose="A month can be copied once there is a call schedule.">
      {(schedule, select) => <Months schedule={schedule} select={select} />}
    </OneSchedule>
  );
}

interface MonthsProps {
  schedule: CallScheduleRead;
  /** The field that chooses the schedule. */
  select: ReactNode;
}

function Months({ schedule, select }: MonthsProps) {
  const today = dayOf(serverNow());
  const [from, setFrom] = useState(monthAfter(today, 0));
  const [to, setTo] = useState(monthAfter(today, 1));
  const months = (since: number, until: number) =>
    Array.from({ length: until - since + 1 }, (_, index) => {
      const value = monthAfter(today, since + index);
      return { value, label: monthInWords(value) };
    });
  return (
    <div className={classes.tool}>
      <div className={classes.panel}>
        {select}
        <NativeSelect
          label="Copy From"
          data={months(-BACK, AHEAD)}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label="Copy To"
          data={months(0, AHEAD)}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      {from === to ? (
        <EmptyState title="Choose two different months">
          The people of one month are planned on the same weekdays and at the same times in the other.
        </EmptyState>
      ) : (
        <CopyPreview key={`${schedule.id} ${from} ${to}`} schedule={schedule} from={from} to={to} />
      )}
    </div>
  );
}
