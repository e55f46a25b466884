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
export const PaperZone = createContext<string | null>(null);

/** Formats times in the viewer's zone; on paper, in the paper's zone, with its name. */
export function useTimestamp(): (moment: Moment) => string {
  const paper = use(PaperZone);
  if (paper === null) return (moment) => formatTimestamp(moment);
  return (moment) => formatTimestampWithZone(moment, paper);
}

/** Formats clinical times in the location's zone, which is named if the viewer's clock shows a different time, and always on paper. */
export function useClinicalTime(zone: string): (moment: Moment) => string {
  const paper = use(PaperZone);
  if (paper === null) return (moment) => formatClinicalTimeWithZone(moment, zone);
  return (moment) => `${formatClinicalTime(moment, zone)} ${zoneNameAt(moment, zone)}`;
}
