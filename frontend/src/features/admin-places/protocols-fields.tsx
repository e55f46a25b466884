import { Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { PlaceChoices } from '@/api/generated/types.gen';
import { RepeatedRow } from '@/shared/forms/field-row';
import { NumberField } from '@/shared/forms/number-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { Icon } from '@/shared/ui/icon';
import versionClasses from '@/versions/versions.module.css';

import { ListError } from './list-error';
import classes from './places.module.css';
import type { UnitValues } from './unit-values';
import { UNIT_LABELS } from './unit-words';

export interface ProtocolsFieldsProps {
  form: UseFormReturn<UnitValues>;
  choices: PlaceChoices;
}

const reasons = [
  { value: 'LVO', label: 'LVO' },
  { value: 'Thrombolytic', label: 'Thrombolytic' },
];

/** Where patients are transferred, by line and reason, each once. */
export function ProtocolsFields({ form: { control }, choices: { serviceLines } }: ProtocolsFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'TransferProtocols' });
  const lines = serviceLines.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={classes.items} role="group" aria-label={UNIT_LABELS.TransferProtocols}>
      {fields.length === 0 && <p>No transfers are set up for this unit.</p>}
      {fields.map(({ id }, index) => (
        <RepeatedRow
          key={id}
          className={classes.item}
          label={`Transfer protocol ${index + 1}`}
          removal={{ label: `Remove transfer protocol ${index + 1}`, onPress: () => remove(index) }}
        >
          <SelectField
            control={control}
            name={`TransferProtocols.${index}.serviceLineId`}
            label="Service Line"
            options={lines}
            required
          />
          <SelectField
            control={control}
            name={`TransferProtocols.${index}.transferFor`}
            label="Reason"
            options={reasons}
            required
          />
          <TextField
            control={control}
            name={`TransferProtocols.${index}.transferTo`}
            label="Transfer To"
            limit={constants.SHORT_TEXT_LIMIT}
            required
          />
          <NumberField
            control={control}
            name={`TransferProtocols.${index}.transferDistanceMiles`}
            label="Distance (miles)"
            required
          />
        </RepeatedRow>
      ))}
      <ListError control={control} name="TransferProtocols" />
      <Button
        variant="default"
        className={versionClasses.start}
        leftSection={<Icon name="plus" size="sm" />}
        onClick={() => append({ transferFor: '', serviceLineId: '', transferTo: '', transferDistanceMiles: '' })}
      >
        Add Transfer Protocol
      </Button>
    </div>
  );
}
