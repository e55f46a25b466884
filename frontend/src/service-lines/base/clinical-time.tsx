import { useClinicalTime } from '@/shared/hooks/use-times';

/** A clinical time in the location's time zone, or `Unknown`. */
export function ClinicalTime({ moment, zone }: { moment: string | null | undefined; zone: string }) {
  const format = useClinicalTime(zone);
  if (moment === null || moment === undefined) return 'Unknown';
  return <time dateTime={moment}>{format(moment)}</time>;
}
