import { bucketOf } from '@/consults/consult-state';
import type { ConsultCard } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { locationsOf, type WorklistFilter } from './filter';

/** True until someone acknowledges the consult or closes it. */
export function awaitsAcknowledgement(card: ConsultCard): boolean {
  return bucketOf(card) === 'pending' && card.acknowledgedAt === null;
}

/** The data of a live event about a consult. */
export interface ConsultEvent {
  readonly consultId: string;
  readonly serviceLineId: number;
  readonly locationId: number;
  readonly actorId: number;
}

type Viewer = Pick<Me, 'id' | 'checkedInLineIds' | 'locationIds'>;

/** Whether a consult is assigned to the user, based on its event alone. */
export function isAssigned({ serviceLineId, locationId, actorId }: ConsultEvent, me: Viewer): boolean {
  if (me.checkedInLineIds.length > 0) return me.checkedInLineIds.includes(serviceLineId);
  return me.locationIds.includes(locationId) || actorId === me.id;
}

/** Whether the user is on call for the consult's line for escalations only: the page tells them, once it is escalated. */
export function awaitsEscalation(
  { serviceLineId }: Pick<ConsultEvent, 'serviceLineId'>,
  { escalationOnlyLineIds }: Pick<Me, 'escalationOnlyLineIds'>,
): boolean {
  return escalationOnlyLineIds.includes(serviceLineId);
}

/** Whether to fetch the card: false only if the event rules out that the consult is in the list. */
export function mayConcern(event: ConsultEvent, filter: WorklistFilter, me: Viewer): boolean {
  if (filter.serviceLines.length > 0 && !filter.serviceLines.includes(event.serviceLineId)) return false;
  const locations = locationsOf(filter);
  if (locations.length > 0) return locations.includes(event.locationId);
  return !filter.assignedLocationsToggleOn || isAssigned(event, me);
}
