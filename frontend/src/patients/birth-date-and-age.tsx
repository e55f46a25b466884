import { useNow } from '@/shared/hooks/use-now';
import { ageInWords, ageInYears, formatDay } from '@/shared/lib/dates';

/** `03/05/1950 (74 years)`, in the patient's time zone. */
export function BirthDateAndAge({ day, zone }: { day: string; zone: string }) {
  const age = ageInYears(day, useNow(), zone);
  return (
    <>
      <time dateTime={day}>{formatDay(day)}</time> ({ageInWords(age)})
    </>
  );
}
