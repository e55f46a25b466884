import { createContext, use } from 'react';

import {
  formatClinicalTime,
  formatClinicalTimeWithZone,
  formatTimestamp,
  formatTimestampWithZone,
  type Moment,
  zoneNameAt,
} from '@/shared/lib/dates';

/** The IANA zone of what is printed: the reader of a sheet does not know where it was printed, so the zone is always named. */
export const PaperZone = createContext<string | null>(null);

/** Writes moments in the viewer's zone; on paper in the paper's, with its name. */
export function useTimestamp(): (moment: Moment) => string {
  const paper = use(PaperZone);
  if (paper === null) return (moment) => formatTimestamp(moment);
  return (moment) => formatTimestampWithZone(moment, paper);
}

/** Writes clinical times in the location's zone, which is named where the viewer's clock shows another time, and on paper always. */
export function useClinicalTime(zone: string): (moment: Moment) => string {
  const paper = use(PaperZone);
  if (paper === null) return (moment) => formatClinicalTimeWithZone(moment, zone);
  return (moment) => `${formatClinicalTime(moment, zone)} ${zoneNameAt(moment, zone)}`;
}
