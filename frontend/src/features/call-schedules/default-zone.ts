import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { CallSchedulesRead } from '@/api/generated/types.gen';
import { viewerZone } from '@/shared/lib/dates';

import { schedulesQuery } from './queries';
import type { ScheduleValues } from './schedule-form';

/** The zone that a new schedule of a line probably has: its other schedules', or else its opening hours', or else the viewer's. */
export function useDefaultZone(): (lineId: number | '') => string {
  const { data } = useQuery(schedulesQuery);
  return (lineId) => zoneOf(data, lineId) ?? viewerZone();
}

function zoneOf(data: CallSchedulesRead | undefined, lineId: number | ''): string | undefined {
  const isOfLine = ({ serviceLineId }: { serviceLineId: number }) => serviceLineId === lineId;
  return (data?.schedules.find(isOfLine) ?? data?.openingZones.find(isOfLine))?.timeZone;
}

/** Sets the zone of a new schedule whenever its line is chosen, unless the planner has chosen another zone. */
export function useZoneOfLine({ subscribe, getValues, setValue }: UseFormReturn<ScheduleValues>, isNew: boolean) {
  const zoneFor = useDefaultZone();
  const proposed = useRef(getValues('timeZone'));
  const follow = useEffectEvent(() => {
    if (getValues('timeZone') !== proposed.current) return;
    proposed.current = zoneFor(getValues('serviceLineId'));
    setValue('timeZone', proposed.current);
  });
  useEffect(() => {
    if (!isNew) return;
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name === 'serviceLineId') follow();
      },
    });
  }, [subscribe, isNew]);
}
