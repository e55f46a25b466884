import type { PeopleChoices } from '@/api/generated/types.gen';
import { Answers } from '@/versions/group';

import { type FieldName, LABELS, type PersonValues } from './person-values';
import { answerInWords } from './words';

/** The groups of the page with their fields. */
export const GROUPS = [
  {
    name: 'identity',
    title: 'Name and sign-in',
    fields: ['firstName', 'lastName', 'subject', 'phoneNumber', 'medipacId'],
  },
  { name: 'places', title: 'Where they work', fields: ['organizationIds', 'locationIds'] },
  { name: 'rights', title: 'What they may do', fields: ['roleIds', 'serviceLines'] },
  { name: 'licenses', title: 'Licenses', fields: ['licenses'] },
] as const satisfies readonly { name: string; title: string; fields: readonly FieldName[] }[];

export type GroupName = (typeof GROUPS)[number]['name'];

export interface GroupAnswersProps {
  fields: readonly FieldName[];
  values: PersonValues;
  choices: PeopleChoices;
}

/** What cannot be changed, in words. */
export function GroupAnswers({ fields, values, choices }: GroupAnswersProps) {
  return (
    <Answers
      answers={fields.map((field) => ({ label: LABELS[field], answer: answerInWords(field, values, choices) }))}
    />
  );
}
