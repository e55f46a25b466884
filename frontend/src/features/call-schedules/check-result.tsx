import type { ReactNode } from 'react';

import { notificationLabel } from '@/shared/lib/notification-label';
import { Banner } from '@/shared/ui/banner';

import { summaryOf } from './findings';
import { scheduleIn, usePlanner } from './planner-context';
import type { Checked } from './use-check-before-save';
import { conflictInWords, nameIn, peopleIn, spanInWords } from './words';

import lists from '@/shared/ui/list.module.css';

const FEW = 5;

export interface CheckResultProps {
  checked: Checked;
  /** The zone of the schedule in the form. */
  zone: string;
  /** What a summary such as `2 gaps, 1 conflict` is of. */
  title: (summary: string) => string;
  /** What the planner should know beside it. */
  children?: ReactNode;
}

/** What the plan would leave open, before it is saved. */
export function CheckResult({ checked: { findings }, zone, title, children }: CheckResultProps) {
  const { schedules } = usePlanner();
  if (findings === null) {
    return (
      <Banner tone="warning" announce="alert" title="What this leaves open could not be checked.">
        <p>The server did not respond in time. Nothing has been saved yet.</p>
      </Banner>
    );
  }
  const { gaps, gapTotal, doubles, conflicts } = findings;
  const people = peopleIn(findings.people);
  const isSplit = gaps.some(({ primary }) => !primary);
  const nameOf = (scheduleId: number) => scheduleIn(schedules, scheduleId)?.name ?? 'this schedule';
  const entries = [
    ...gaps.map(({ primary, startsAt, endsAt }) => {
      const kind = isSplit ? `Gap, ${notificationLabel(primary)}` : 'Gap';
      return `${kind}: ${spanInWords(startsAt, endsAt, zone)}`;
    }),
    ...doubles.map(
      ({ userIds, startsAt, endsAt }) =>
        `${userIds.map((id) => nameIn(people, id)).join(' and ')} at once: ${spanInWords(startsAt, endsAt, zone)}`,
    ),
  ].slice(0, FEW);
  const left = gapTotal + findings.doubleTotal - entries.length;
  return (
    <Banner tone="warning" announce="alert" title={title(summaryOf(findings))}>
      {children}
      <ul className={lists.bullets}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
        {left > 0 && <li>and {left} more</li>}
        {conflicts.map(({ scheduleId, userId, reason, about }) => (
          <li key={`${scheduleId} ${userId} ${reason}`}>
            {nameIn(people, userId)}, {nameOf(scheduleId)}: {conflictInWords({ reason, about })}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
