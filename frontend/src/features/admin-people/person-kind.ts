import type { PeopleChoices, PersonRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import type { Versioned } from '@/versions/versioned';

import {
  checkPerson,
  differing,
  effective,
  type FieldName,
  LABELS,
  type PersonValues,
  valuesOf,
} from './person-values';
import { answerInWords } from './words';

/** A person as an object with versions. */
export function personKind(choices: PeopleChoices): Versioned<PersonRead, PersonValues, FieldName> {
  return {
    noun: 'person',
    labels: LABELS,
    nameOf: fullName,
    valuesOf,
    check: (values) => checkPerson(effective(values, choices)),
    differing: (values, others) => differing(effective(values, choices), effective(others, choices)),
    answerInWords: (field, values) => answerInWords(field, values, choices),
  };
}
