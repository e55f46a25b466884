import type { ForecastStep } from '@/api/generated/types.gen';

/** A step, with how many seconds after the request it and its repeats follow. */
export interface ShownStep extends ForecastStep {
  readonly after: readonly number[];
}

/** The steps, those that follow each other with the same people as one. */
export function shownSteps(steps: readonly ForecastStep[]): readonly ShownStep[] {
  const shown: ShownStep[] = [];
  for (const step of steps) {
    const last = shown.at(-1);
    if (last !== undefined && isRepeat(step, last))
      shown[shown.length - 1] = { ...last, after: [...last.after, step.afterSeconds] };
    else shown.push({ ...step, after: [step.afterSeconds] });
  }
  return shown;
}

function isRepeat(step: ForecastStep, last: ShownStep): boolean {
  const essence = ({ targets, people, skipped, backupNumber }: ForecastStep) =>
    JSON.stringify([targets, people, skipped, backupNumber]);
  return essence(step) === essence(last);
}

/** Whether a step that is due pages nobody. */
export function reachesNobody({ skipped, people, backupNumber }: ForecastStep): boolean {
  return skipped !== 'outsideHours' && backupNumber === null && people.every(({ notPaged }) => notPaged !== null);
}
