import { Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';

import { choices as options } from '@/api/contract/choices/admin.gen';
import { constants } from '@/api/contract/constants.gen';
import { RepeatedRow } from '@/shared/forms/field-row';
import { PhoneField } from '@/shared/forms/phone-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { Icon } from '@/shared/ui/icon';
import versionClasses from '@/versions/versions.module.css';

import { ListError } from './list-error';
import classes from './places.module.css';
import type { UnitValues } from './unit-values';
import { preferredInWords, UNIT_LABELS } from './unit-words';

/** How calls with the unit are joined, and its rooms. */
export function VideoFields({ form: { control } }: { form: UseFormReturn<UnitValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'VidyoRooms' });
  return (
    <>
      <SelectField
        control={control}
        name="preferredVideo"
        label={UNIT_LABELS.preferredVideo}
        blank={preferredInWords('')}
        options={options.PreferredVideo}
      />
      <div className={classes.items} role="group" aria-label={UNIT_LABELS.VidyoRooms}>
        {fields.length === 0 && <p>This unit has no Vidyo rooms.</p>}
        {fields.map(({ id }, index) => (
          <RepeatedRow
            key={id}
            className={classes.item}
            label={`Vidyo room ${index + 1}`}
            removal={{ label: `Remove Vidyo room ${index + 1}`, onPress: () => remove(index) }}
          >
            <TextField
              control={control}
              name={`VidyoRooms.${index}.name`}
              label="Vidyo Room"
              limit={constants.SHORT_TEXT_LIMIT}
              required
            />
            <PhoneField control={control} name={`VidyoRooms.${index}.phoneNumber`} label="Phone in the Room" />
          </RepeatedRow>
        ))}
        <ListError control={control} name="VidyoRooms" />
        <Button
          variant="default"
          className={versionClasses.start}
          leftSection={<Icon name="plus" size="sm" />}
          onClick={() => append({ name: '', phoneNumber: '' })}
        >
          Add Vidyo Room
        </Button>
      </div>
    </>
  );
}
