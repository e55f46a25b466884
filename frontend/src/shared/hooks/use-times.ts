import { createContext, use } from 'react';

import {
  formatClinicalTime,
  formatClinicalTimeWithZone,
  formatTimestamp,
  formatTimestampWithZone,
  type Moment,
  zoneNameAt,
} from '@/shared/lib/dates';

/** The IANA zone of a printout. Its reader does not know where it was printed, so the zone is always named. */
export const PrintZone = createContext<string | null>(null);

/** Formats times in the viewer's zone; in print, in the printout's zone, with its name. */
export function useTimestamp(): (moment: Moment) => string {
  const printZone = use(PrintZone);
  if (printZone === null) return (moment) => formatTimestamp(moment);
  return (moment) => formatTimestampWithZone(moment, printZone);
}

/** Formats clinical times in the location's zone, which is named if the viewer's clock shows a different time, and always in print. */
export function useClinicalTime(zone: string): (moment: Moment) => string {
  const printZone = use(PrintZone);
  if (printZone === null) return (moment) => formatClinicalTimeWithZone(moment, zone);
  return (moment) => `${formatClinicalTime(moment, zone)} ${zoneNameAt(moment, zone)}`;
}
