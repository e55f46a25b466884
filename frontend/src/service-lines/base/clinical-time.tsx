import { useClinicalTime } from '@/shared/hooks/use-times';

/** A moment at the bedside, in the location's zone; `Unknown` where it is not known. */
export function ClinicalTime({ moment, zone }: { moment: string | null | undefined; zone: string }) {
  const format = useClinicalTime(zone);
  if (moment === null || moment === undefined) return 'Unknown';
  return <time dateTime={moment}>{format(moment)}</time>;
}
