import type { ConsultCard } from '@/api/generated/types.gen';
import { normalizedText } from '@/shared/lib/word-filter';

/** Location and last name by card, cached per card, because lists grow long. */
const familyPlaces = new WeakMap<ConsultCard, string>();

function familyPlaceOf(card: ConsultCard): string {
  const known = familyPlaces.get(card);
  if (known !== undefined) return known;
  const place = `${card.location.id}/${normalizedText(card.Patient.nameFamily)}`;
  familyPlaces.set(card, place);
  return place;
}

/** Ids of the cards whose patients share last name and location with another patient in the list. */
export function idsWithNameAlert(cards: readonly ConsultCard[]): ReadonlySet<string> {
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

/** Cards carry no patient id. Two consults for one patient are no reason to warn. */
function isSamePatient({ Patient: one }: ConsultCard, { Patient: other }: ConsultCard): boolean {
  return one.birthDate === other.birthDate && normalizedText(one.nameGiven) === normalizedText(other.nameGiven);
}
