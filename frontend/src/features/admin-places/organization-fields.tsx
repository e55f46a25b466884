import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';

import { choices as options } from '@/api/contract/choices/admin.gen';
import { constants } from '@/api/contract/constants.gen';
import { CheckboxField } from '@/shared/forms/checkbox-field';
import { FieldRow } from '@/shared/forms/field-row';
import { NumberField } from '@/shared/forms/number-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { Group } from '@/versions/group';
import { ReasonField } from '@/versions/reason-field';
import classes from '@/versions/versions.module.css';

import { CodeField } from './code-field';
import { NOT_FILED, ORGANIZATION_LABELS, type OrganizationValues } from './organization-kind';

export interface OrganizationFieldsProps {
  form: UseFormReturn<OrganizationValues>;
  isNew?: boolean;
}

const LIMIT = constants.SHORT_TEXT_LIMIT;

/** Everything that administrators decide about an organization. */
export function OrganizationFields({ form: { control }, isNew = false }: OrganizationFieldsProps) {
  const protocol = useWatch({ control, name: 'notesProtocol' });
  return (
    <>
      <Group title="Organization">
        {isNew && <CodeField control={control} name="code" />}
        <TextField control={control} name="name" label={ORGANIZATION_LABELS.name} limit={LIMIT} required />
      </Group>
      <Group title="Signed notes">
        <SelectField
          control={control}
          name="notesProtocol"
          label={ORGANIZATION_LABELS.notesProtocol}
          blank={NOT_FILED}
          options={options.NotesProtocol}
        />
        {protocol === 'hl7v2' && <Hl7Fields control={control} />}
      </Group>
      <ReasonField control={control} name="reason" />
    </>
  );
}

function Hl7Fields({ control }: { control: Control<OrganizationValues> }) {
  return (
    <FieldRow className={classes.pairs}>
      <TextField control={control} name="hl7.host" label="Host of the Interface" limit={LIMIT} required />
      <NumberField control={control} name="hl7.port" label="Port" required />
      <TextField
        control={control}
        name="hl7.receivingApplication"
        label="Receiving Application"
        description="MSH-5, as the hospital's interface team tells you."
        limit={LIMIT}
        required
      />
      <TextField
        control={control}
        name="hl7.receivingFacility"
        label="Receiving Facility"
        description="MSH-6."
        limit={LIMIT}
        required
      />
      <TextField
        control={control}
        name="hl7.sendingFacility"
        label="Sending Facility"
        description="MSH-4, the interface's name for Wardline."
        limit={LIMIT}
        required
      />
      <CheckboxField control={control} name="hl7.tls" label="The connection is encrypted (TLS)" />
    </FieldRow>
  );
}
