import { createContext, use } from 'react';

import type { CallScheduleRead, ChangeKind } from '@/api/generated/types.gen';

import type { Span } from './scale';
import type { People } from './words';

/** What a change begins with. */
export interface NewChange {
  readonly scheduleId: number;
  readonly kind?: ChangeKind;
  readonly startsAt?: string;
  readonly endsAt?: string;
  readonly replacedUserId?: number;
}

/** What the parts of the planner's page share. */
export interface Planner {
  readonly schedules: readonly CallScheduleRead[];
  /** Everybody who is named on the page. */
  readonly people: People;
  readonly edit: (scheduleId: number) => void;
  readonly change: (change: NewChange) => void;
}

export const PlannerContext = createContext<Planner | null>(null);

export function usePlanner(): Planner {
  const planner = use(PlannerContext);
  if (planner === null) throw new Error('outside the planner');
  return planner;
}

/** How often shifts look whether they are over: thousands may be shown, and a change that begins a few minutes ago is accepted. */
export const SELDOM_MS = 300_000;

/** The change that names somebody else for what is ahead of a span. */
export function replacementOf(userId: number, span: Span, scheduleId: number, now: number): NewChange {
  const startsAt = new Date(Math.max(span.startsAt, now)).toISOString();
  return { scheduleId, kind: 'replace', replacedUserId: userId, startsAt, endsAt: new Date(span.endsAt).toISOString() };
}

/** The name of a schedule among all that the planner sees: with its line, if there are several. */
export function useScheduleName(): (schedule: CallScheduleRead) => string {
  const { schedules } = usePlanner();
  return ({ name, serviceLineId, serviceLineName }) =>
    schedules.some((other) => other.serviceLineId !== serviceLineId) ? `${name}, ${serviceLineName}` : name;
}

export function scheduleIn(schedules: readonly CallScheduleRead[], id: number): CallScheduleRead | undefined {
  return schedules.find((schedule) => schedule.id === id);
}
