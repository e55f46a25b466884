import { useQueryClient } from '@tanstack/react-query';

import type { PlaceChoices, UnitDetails } from '@/api/generated/types.gen';
import { useConsequences } from '@/versions/use-consequences';
import { VersionedForm } from '@/versions/versioned-form';

import { unitQuery, useSaveUnit } from './queries';
import { UnitFields } from './unit-fields';
import { bodyOf } from './unit-values';
import { unitKind } from './unit-words';

export interface UnitFormProps {
  unit: UnitDetails;
  choices: PlaceChoices;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Changes a unit. What that does to open consults is asked first. */
export function UnitForm({ unit, choices, onDirty }: UnitFormProps) {
  const { id, active } = unit;
  const queryClient = useQueryClient();
  const { mutateAsync: save } = useSaveUnit();
  const consequences = useConsequences();
  return (
    <>
      <VersionedForm
        object={unit}
        kind={unitKind(choices)}
        draftKey={`unit/${id}`}
        read={() => queryClient.query(unitQuery(id))}
        save={(values) =>
          consequences.send((confirmed) =>
            save({ id, version: values.version, body: bodyOf(values, active, confirmed) }),
          )
        }
        onDirty={onDirty}
      >
        {(form) => <UnitFields form={form} choices={choices} unitId={id} />}
      </VersionedForm>
      {consequences.dialog}
    </>
  );
}
