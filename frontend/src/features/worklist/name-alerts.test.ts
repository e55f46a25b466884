import { expect, it } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { makeCard } from '@/testing/make-card';

import { idsWithNameAlert } from './name-alerts';

it('marks two patients with the same last name at one location, but not two consults for one patient', () => {
  const patient = makeCard().Patient;
  const at = (id: string, locationId: number, about: Partial<ConsultCard['Patient']> = {}) =>
    makeCard({ id, location: { ...makeCard().location, id: locationId }, Patient: { ...patient, ...about } });
  const cards = [
    at('a', 11),
    at('b', 11, { nameGiven: 'Otto', nameFamily: 'MÁRSH' }),
    at('another family', 11, { nameGiven: 'Otto', nameFamily: 'Marshall' }),
    at('elsewhere', 12, { nameGiven: 'Otto' }),
    at('the same patient', 13),
    at('the same patient again', 13, { nameGiven: 'ROSA' }),
    at('c', 14),
    at('d', 14, { birthDate: '1951-03-05' }),
    at('e', 15, { nameGiven: 'Mary Ann' }),
    at('f', 15, { nameGiven: 'Maryann' }),
  ];
  expect([...idsWithNameAlert(cards)].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
