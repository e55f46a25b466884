import { ActionIcon, Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn, useFormState } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { PlaceChoices } from '@/api/generated/types.gen';
import { NumberField } from '@/shared/forms/number-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { Icon } from '@/shared/ui/icon';
import versionClasses from '@/versions/versions.module.css';

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
  const { errors } = useFormState({ control, name: 'TransferProtocols' });
  const lines = serviceLines.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={classes.items} role="group" aria-label={UNIT_LABELS.TransferProtocols}>
      {fields.length === 0 && <p>No transfers are set up for this unit.</p>}
      {fields.map(({ id }, index) => (
        <div key={id} className={classes.item} role="group" aria-label={`Transfer protocol ${index + 1}`}>
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
          <ActionIcon
            className="wl-thumb"
            aria-label={`Remove transfer protocol ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Icon name="close" size="sm" />
          </ActionIcon>
        </div>
      ))}
      {errors.TransferProtocols?.message !== undefined && <p role="alert">{errors.TransferProtocols.message}</p>}
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
