import { bucketOf } from '@/consults/consult-state';
import type { ConsultCard, ConsultSort } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { locationsOf, type WorklistFilter } from './filter';
import { askedWords, wordsOf } from './words';

/** True while somebody still has to say that they have seen it. */
export function awaitsAcknowledgement(card: ConsultCard): boolean {
  return bucketOf(card) === 'pending' && card.acknowledgedAt === null;
}

type Compare = (one: ConsultCard, other: ConsultCard) => number;

const byText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

/** The server counts microseconds and leaves out zeros at the end, so the digits are compared after the milliseconds. */
const byAge: Compare = (one, other) =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt) ||
  byText(fractionOf(one.createdAt), fractionOf(other.createdAt));

const byId: Compare = (one, other) => byText(one.id, other.id);

function fractionOf(moment: string): string {
  return (/\.(\d+)/.exec(moment)?.[1] ?? '').padEnd(6, '0');
}

/** Consults without a rank stand last in both directions. */
function byRank(direction: 1 | -1): Compare {
  return ({ priority: { rank: one } }, { priority: { rank: other } }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return (one - other) * direction;
  };
}

function inTurn(...compares: readonly Compare[]): Compare {
  return (one, other) => compares.reduce((order, compare) => order || compare(one, other), 0);
}

/** The orders of `Worklist.search`. */
export const orders: Readonly<Record<ConsultSort, Compare>> = {
  priorityHighToLow: inTurn(byRank(1), byAge, byId),
  priorityLowToHigh: inTurn(byRank(-1), byAge, byId),
  oldestFirst: inTurn(byAge, byId),
  newestFirst: (one, other) => orders.oldestFirst(other, one),
};

/** What an event says of the consult it is about. */
export interface ConsultPlace {
  readonly consultId: string;
  readonly serviceLineId: number;
  readonly locationId: number;
  readonly actorId: number;
}

type Viewer = Pick<Me, 'id' | 'checkedInLineIds' | 'locationIds'>;

/** Whether a consult belongs to what the user is there for, as far as an event tells. */
export function isAssigned({ serviceLineId, locationId, actorId }: ConsultPlace, me: Viewer): boolean {
  if (me.checkedInLineIds.length > 0) return me.checkedInLineIds.includes(serviceLineId);
  return me.locationIds.includes(locationId) || actorId === me.id;
}

/** Whether a consult that is not in the list may belong there, as far as an event tells; the card decides. */
export function mayConcern(place: ConsultPlace, filter: WorklistFilter, me: Viewer): boolean {
  if (filter.serviceLines.length > 0 && !filter.serviceLines.includes(place.serviceLineId)) return false;
  const locations = locationsOf(filter);
  if (locations.length > 0) return locations.includes(place.locationId);
  return !filter.assignedLocationsToggleOn || isAssigned(place, me);
}

/** Whether a card belongs in the list, by the same rule as `Worklist.search`. */
export function matches(card: ConsultCard, filter: WorklistFilter, me: Viewer): boolean {
  const { state, serviceLines } = filter;
  const locations = locationsOf(filter);
  const wanted = state === 'new' ? 'pending' : state;
  if (wanted !== 'all' && wanted !== bucketOf(card)) return false;
  if (serviceLines.length > 0 && !serviceLines.includes(card.serviceLineId)) return false;
  if (locations.length > 0 ? !locations.includes(card.location.id) : !isInScope(card, filter, me)) return false;
  return filter.searchString === '' || isCalled(card, filter.searchString);
}

function isInScope(card: ConsultCard, filter: WorklistFilter, me: Viewer): boolean {
  if (!filter.assignedLocationsToggleOn) return true;
  if (me.checkedInLineIds.length > 0) return me.checkedInLineIds.includes(card.serviceLineId);
  const { location, createdById, acknowledgedById, completedById } = card;
  return me.locationIds.includes(location.id) || [createdById, acknowledgedById, completedById].includes(me.id);
}

function isCalled({ Patient }: ConsultCard, search: string): boolean {
  const names = wordsOf(`${Patient.nameGiven} ${Patient.nameFamily}`);
  const asked = askedWords(search);
  return asked.length > 0 && asked.every((word) => names.some((name) => name.startsWith(word)));
}

/** Where a patient is and what the family is called; read once for each card, as lists grow long. */
const familyPlaces = new WeakMap<ConsultCard, string>();

function familyPlaceOf(card: ConsultCard): string {
  const known = familyPlaces.get(card);
  if (known !== undefined) return known;
  const place = `${card.location.id}/${wordsOf(card.Patient.nameFamily).join(' ')}`;
  familyPlaces.set(card, place);
  return place;
}

/** Ids of the cards whose patients share family name and location with another patient of the list. */
export function namesakes(cards: readonly ConsultCard[]): ReadonlySet<string> {
  const found = new Set<string>();
  const first = new Map<string, ConsultCard>();
  for (const card of cards) {
    const place = familyPlaceOf(card);
    const other = first.get(place);
    if (other === undefined) first.set(place, card);
    else if (!isSamePatient(card, other)) found.add(card.id).add(other.id);
  }
  return found;
}

/** Cards carry no patient id; two consults for one patient are no reason to warn. */
function isSamePatient({ Patient: one }: ConsultCard, { Patient: other }: ConsultCard): boolean {
  return one.birthDate === other.birthDate && wordsOf(one.nameGiven).join(' ') === wordsOf(other.nameGiven).join(' ');
}
