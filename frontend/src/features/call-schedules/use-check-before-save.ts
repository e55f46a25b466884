import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { mayHaveSucceeded } from '@/api/errors';
import type { FindingsRead } from '@/api/generated/types.gen';

import { findingsQuery, useCheckSchedule } from './queries';
import { bodyOf, type ScheduleValues } from './schedule-form';

export interface Checked {
  /** What was checked, as JSON; the same content is saved the next time. */
  readonly content: string;
  /** Null if it could not be checked. */
  readonly findings: FindingsRead | null;
  /** How many gaps the line has now; null if that is not known. */
  readonly gapsNow: number | null;
}

/** What saving would leave open, until it is forgotten or the form is changed. `check` resolves to whether to save now. */
export function useCheckBeforeSave(form: UseFormReturn<ScheduleValues>, id: number | null) {
  const { data: now } = useQuery(findingsQuery);
  const { mutateAsync } = useCheckSchedule();
  const [checked, setChecked] = useState<Checked | null>(null);
  const forgetChecked = useEffectEvent(() => setChecked(null));
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name !== undefined) forgetChecked();
        },
      }),
    [subscribe],
  );
  const check = async (values: ScheduleValues): Promise<boolean> => {
    const { version: _, ...body } = bodyOf(values, id);
    const content = JSON.stringify(body);
    if (checked?.content === content) return true;
    try {
      const findings = await mutateAsync(body);
      if (isClean(findings)) return true;
      setChecked({ content, findings, gapsNow: gapsOf(now, body.serviceLineId) });
    } catch (failure) {
      if (!mayHaveSucceeded(failure)) throw failure;
      setChecked({ content, findings: null, gapsNow: null });
    }
    return false;
  };
  return { checked, check, forget: () => setChecked(null) };
}

/** Null if they are not known, or if there are more than are listed. */
function gapsOf(findings: FindingsRead | undefined, lineId: number): number | null {
  if (findings === undefined || findings.gapTotal > findings.gaps.length) return null;
  return findings.gaps.filter(({ serviceLineId }) => serviceLineId === lineId).length;
}

function isClean({ gapTotal, doubleTotal, conflicts }: FindingsRead): boolean {
  return gapTotal + doubleTotal + conflicts.length === 0;
}
