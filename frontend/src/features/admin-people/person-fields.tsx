import type { UseFormReturn } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { PeopleChoices, RoleOfGroups } from '@/api/generated/types.gen';
import { FieldRow, WholeLine } from '@/shared/forms/field-row';
import { IdsField } from '@/shared/forms/ids-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { TextField } from '@/shared/forms/text-field';
import { Group } from '@/versions/group';
import { ReasonField } from '@/versions/reason-field';
import classes from '@/versions/versions.module.css';

import { GroupAnswers, type GroupName, GROUPS } from './groups';
import { LicensesField } from './licenses-field';
import { LinesField } from './lines-field';
import { LABELS, type PersonValues } from './person-values';
import { RolesField } from './roles-field';
import { UnitsField } from './units-field';

export interface PersonFieldsProps {
  form: UseFormReturn<PersonValues>;
  choices: PeopleChoices;
  /** What was saved. */
  base: PersonValues;
  /** Roles that came from groups of the identity provider. */
  ofGroups?: readonly RoleOfGroups[];
  isNew?: boolean;
  /** The only group that can be changed, if not all can. */
  only?: GroupName | undefined;
}

const LIMIT = constants.SHORT_TEXT_LIMIT;

/** Everything that administrators decide about a person, in groups. */
export function PersonFields(props: PersonFieldsProps) {
  const { base, choices, only } = props;
  return (
    <>
      {GROUPS.map(({ name, title, fields }) => (
        <Group key={name} title={title}>
          {only === undefined || only === name ? (
            <GroupFields group={name} {...props} />
          ) : (
            <GroupAnswers fields={fields} values={base} choices={choices} />
          )}
        </Group>
      ))}
      <ReasonField control={props.form.control} name="reason" />
    </>
  );
}

function GroupFields({ group, ...props }: PersonFieldsProps & { group: GroupName }) {
  const { form, choices, base, ofGroups = [] } = props;
  const { control } = form;
  switch (group) {
    case 'identity':
      return <Identity {...props} />;
    case 'places':
      return (
        <>
          <IdsField
            control={control}
            name="organizationIds"
            label={LABELS.organizationIds}
            options={choices.organizations}
            required
          />
          <UnitsField control={control} name="locationIds" label={LABELS.locationIds} choices={choices} />
        </>
      );
    case 'rights':
      return (
        <>
          <RolesField
            control={control}
            name="roleIds"
            label={LABELS.roleIds}
            roles={choices.roles}
            base={base.roleIds}
            ofGroups={ofGroups}
          />
          <LinesField
            control={control}
            name="serviceLines"
            label={LABELS.serviceLines}
            description="Members see the consults of the line at any time, as does whoever may request it. Others who may go on call see them, and are paged, only while on call."
            lines={choices.serviceLines}
          />
        </>
      );
    case 'licenses':
      return <LicensesField form={form} states={choices.states} />;
  }
}

function Identity({ form: { control }, isNew = false }: PersonFieldsProps) {
  return (
    <FieldRow className={classes.pairs}>
      {isNew && (
        <WholeLine>
          <TextField
            control={control}
            name="username"
            label={LABELS.username}
            description="As the identity provider knows them. It cannot be changed later."
            limit={LIMIT}
            required
          />
        </WholeLine>
      )}
      <TextField control={control} name="firstName" label={LABELS.firstName} limit={LIMIT} required />
      <TextField control={control} name="lastName" label={LABELS.lastName} limit={LIMIT} required />
      <PhoneField control={control} name="phoneNumber" label={LABELS.phoneNumber} />
      <TextField control={control} name="medipacId" label={LABELS.medipacId} limit={LIMIT} />
      <WholeLine>
        <TextField
          control={control}
          name="subject"
          label={LABELS.subject}
          description="Leave it blank if it is the same as the username."
          limit={LIMIT}
        />
      </WholeLine>
    </FieldRow>
  );
}
