import { Button, Group } from '@mantine/core';
import { useFormState, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import type { ApiError } from '@/api/errors';
import type { CallScheduleRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { notificationLabel } from '@/shared/lib/notification-label';
import { zoneInWords } from '@/shared/lib/zone-in-words';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';

import { usePlanner } from './planner-context';
import classes from './schedule-dialog.module.css';
import { bodyOf, type ScheduleValues, valuesOf } from './schedule-form';
import { type People, rotationInWords } from './words';

export interface SavedMeanwhileProps {
  form: UseFormReturn<ScheduleValues>;
  /** The schedule as it is now. */
  saved: CallScheduleRead;
  /** The response that says who saved it; null if only its newer version does. */
  refusal: ApiError | null;
  /** Called once the planner has decided which version counts. */
  onDecide: () => void;
}

/** Says that somebody else has saved the schedule, shows how it differs, and lets the planner decide. What was typed stays. */
export function SavedMeanwhile({ form, saved, refusal, onDecide }: SavedMeanwhileProps) {
  const { control } = form;
  const version = useWatch({ control, name: 'version' });
  const { isSubmitting } = useFormState({ control });
  const title = useTitle(refusal);
  const isNewer = saved.version > version;
  if (isSubmitting || (!isNewer && refusal === null)) return null;
  const useSaved = () => {
    form.reset(valuesOf(saved));
    onDecide();
  };
  const keepOwn = () => {
    form.setValue('version', saved.version, { shouldDirty: true });
    onDecide();
  };
  return (
    // Scrolled into view again once it also shows what differs.
    <InView key={String(isNewer)}>
      <Banner tone="warning" announce="alert" title={title}>
        <p>Your input is still here. Decide which version counts; nothing is saved until you press Save.</p>
        {isNewer && (
          <>
            <Differences form={form} saved={saved} />
            <Group gap="xs" mt="xs">
              <Button variant="default" onClick={useSaved}>
                Use What Is Saved
              </Button>
              <Button variant="default" onClick={keepOwn}>
                Keep Mine
              </Button>
            </Group>
          </>
        )}
      </Banner>
    </InView>
  );
}

const savedBy = z.object({ savedBy: z.object({ id: z.int(), firstName: z.string(), lastName: z.string() }) });

/** An own save whose response was lost is refused like someone else's when it is repeated. */
function useTitle(refusal: ApiError | null): string {
  const { id } = useMe();
  const who = savedBy.safeParse(refusal?.details).data?.savedBy;
  if (who === undefined) return 'This call schedule was saved while you were editing it.';
  if (who.id === id) return 'You have saved this call schedule in the meantime.';
  return `${fullName(who)} saved this call schedule while you were editing it.`;
}

/** What differs between the saved version and the form, in words. */
function Differences({ form, saved }: Pick<SavedMeanwhileProps, 'form' | 'saved'>) {
  const { people } = usePlanner();
  useWatch({ control: form.control });
  const theirs = factsOf(valuesOf(saved), people);
  const own = factsOf(form.getValues(), people);
  const labels = [...new Set([...theirs.keys(), ...own.keys()])];
  const differing = labels.filter((label) => theirs.get(label) !== own.get(label));
  if (differing.length === 0) return <p>It is the same as yours.</p>;
  return (
    <dl className={classes.differences}>
      {differing.map((label) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>Saved: {theirs.get(label) ?? 'not there'}</dd>
          <dd>Yours: {own.get(label) ?? 'not there'}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(values: ScheduleValues, people: People): ReadonlyMap<string, string> {
  const { name, timeZone, primary, rotations } = bodyOf(values, null);
  return new Map([
    ['Name', name],
    ['Time Zone', zoneInWords(timeZone)],
    ['Notifications', notificationLabel(primary)],
    ...rotations.map((rotation) => [rotation.name, rotationInWords(rotation, people)] as const),
  ]);
}
