import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { get, useFieldArray, useFormState, type UseFormReturn, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { PlannablePerson } from '@/api/generated/types.gen';
import { useFieldId } from '@/shared/forms/form-fields';
import formClasses from '@/shared/forms/form.module.css';
import { Icon } from '@/shared/ui/icon';

import { layerInWords } from './layers';
import { usePlanner } from './planner-context';
import { RotationFields } from './rotation-fields';
import classes from './schedule-dialog.module.css';
import { newRotation, type RotationValues, type ScheduleValues } from './schedule-form';
import { SmallButton } from './small-button';
import { peopleIn, type People, rotationInWords } from './words';

export interface RotationsProps {
  form: UseFormReturn<ScheduleValues>;
  /** Everybody who may go on call for the line; undefined until it is known. */
  people: readonly PlannablePerson[] | undefined;
}

/** The rotations of a schedule, each in a few words until it is opened. */
export function Rotations({ form, people }: RotationsProps) {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'rotations' });
  const { errors } = useFormState({ control, name: 'rotations' });
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const addButton = useRef<HTMLButtonElement>(null);
  const id = useFieldId('rotations', 'Rotations');
  const error: unknown = get(errors, 'rotations.message');
  return (
    <fieldset className={formClasses.group} id={id} tabIndex={-1}>
      <legend className={formClasses.legend}>Rotations</legend>
      <p className={formClasses.description}>
        In a rotation, people take turns. Where two layers overlap, the higher one counts.
      </p>
      {typeof error === 'string' && <p className={formClasses.error}>{error}</p>}
      <div className={classes.rotations}>
        {fields.map((field, index) => {
          // One with errors shows them, and a new one what it asks.
          const isWrong = get(errors, `rotations.${index}`) !== undefined;
          const isOpened = isWrong || (chosen.get(field.id) ?? field.userIds.length === 0);
          return (
            <Rotation
              key={field.id}
              form={form}
              index={index}
              isOpened={isOpened}
              people={people}
              onToggle={() => setChosen(new Map(chosen).set(field.id, !isOpened))}
              onRemove={() => {
                remove(index);
                addButton.current?.focus();
              }}
            />
          );
        })}
      </div>
      {fields.length < constants.MAX_ROTATIONS && (
        <Button
          ref={addButton}
          variant="default"
          leftSection={<Icon name="plus" size="sm" />}
          onClick={() => append(newRotation(fields.length + 1, form.getValues('timeZone')), { shouldFocus: false })}
        >
          Add Rotation
        </Button>
      )}
    </fieldset>
  );
}

interface RotationProps extends RotationsProps {
  index: number;
  isOpened: boolean;
  onToggle: () => void;
  onRemove: () => void;
}

function Rotation({ form, index, isOpened, people, onToggle, onRemove }: RotationProps) {
  const planner = usePlanner();
  const rotation = useWatch({ control: form.control, name: `rotations.${index}` });
  const named: People = new Map([...planner.people, ...peopleIn(people ?? [])]);
  const name = rotation.name === '' ? `Rotation ${index + 1}` : rotation.name;
  return (
    <section className={classes.rotation} aria-label={name}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        <SmallButton aria-expanded={isOpened} onClick={onToggle} aria-label={`${isOpened ? 'Close' : 'Edit'} ${name}`}>
          {isOpened ? 'Close' : 'Edit'}
        </SmallButton>
        <SmallButton onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </SmallButton>
      </div>
      {!isOpened && <p className={classes.summary}>{summaryOf(rotation, named)}</p>}
      {/* Always there, so that the form's summary of errors can link to a field that is folded away. */}
      <div hidden={!isOpened}>
        <RotationFields control={form.control} index={index} people={people} named={named} />
      </div>
    </section>
  );
}

function summaryOf(rotation: RotationValues, named: People): string {
  const words = rotationInWords({ ...rotation, turnLength: Number(rotation.turnLength) }, named);
  return rotation.layer === 0 ? words : `${words}. ${layerInWords(rotation.layer)}`;
}
