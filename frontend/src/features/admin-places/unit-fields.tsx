import type { UseFormReturn } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { PlaceChoices } from '@/api/generated/types.gen';
import { FieldRow, WholeLine } from '@/shared/forms/field-row';
import { IdsField } from '@/shared/forms/ids-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { SuggestField } from '@/shared/forms/suggest-field';
import { TextField } from '@/shared/forms/text-field';
import { ZoneField } from '@/shared/forms/zone-field';
import { Group } from '@/versions/group';
import classes from '@/versions/versions.module.css';

import { CodeField } from './code-field';
import { ProtocolsFields } from './protocols-fields';
import { RecordFields } from './record-fields';
import { RequestsFields } from './requests-fields';
import { GROUPS } from './unit-groups';
import type { UnitValues } from './unit-values';
import { UNIT_LABELS } from './unit-words';
import { VideoFields } from './video-fields';

export interface UnitFieldsProps {
  form: UseFormReturn<UnitValues>;
  choices: PlaceChoices;
  /** Null for a new unit, which has no census to read yet. */
  unitId: number | null;
}

/** Everything that administrators decide about a unit, in groups. */
export function UnitFields({ form, choices, unitId }: UnitFieldsProps) {
  const { control } = form;
  return (
    <>
      <Group title={GROUPS.identity.title}>
        <Identity form={form} choices={choices} unitId={unitId} />
      </Group>
      <Group title={GROUPS.lines.title}>
        <IdsField
          control={control}
          name="serviceLineIds"
          label={UNIT_LABELS.serviceLineIds}
          description="What staff of this unit can request, during the hours of the line."
          options={choices.serviceLines}
        />
      </Group>
      <Group title={GROUPS.record.title}>
        <RecordFields form={form} choices={choices} unitId={unitId} />
      </Group>
      <Group title={GROUPS.requests.title}>
        <RequestsFields form={form} />
      </Group>
      <Group title={GROUPS.video.title}>
        <VideoFields form={form} />
      </Group>
      <Group title={GROUPS.protocols.title}>
        <ProtocolsFields form={form} choices={choices} />
      </Group>
    </>
  );
}

const LIMIT = constants.SHORT_TEXT_LIMIT;

function Identity({ form: { control }, choices, unitId }: UnitFieldsProps) {
  return (
    <FieldRow className={classes.pairs}>
      {unitId === null && (
        <WholeLine>
          <CodeField control={control} name="code" />
        </WholeLine>
      )}
      <TextField control={control} name="unit" label={UNIT_LABELS.unit} limit={LIMIT} required />
      <TextField
        control={control}
        name="displayName"
        label={UNIT_LABELS.displayName}
        description="As staff see it, with the facility: General - Emergency."
        limit={LIMIT}
        required
      />
      <SuggestField
        control={control}
        name="locationType.name"
        label={UNIT_LABELS.locationType}
        suggestions={choices.locationTypes}
        required
      />
      <ZoneField control={control} name="timeZone" label={UNIT_LABELS.timeZone} used={[]} required />
      <PhoneField control={control} name="phoneNumberAtLocation" label={UNIT_LABELS.phoneNumberAtLocation} />
      <PhoneField control={control} name="faxNumber" label={UNIT_LABELS.faxNumber} />
      <TextField
        control={control}
        name="hospitalName"
        label={UNIT_LABELS.hospitalName}
        description="Filled in for requests that ask for it."
        limit={LIMIT}
      />
    </FieldRow>
  );
}
