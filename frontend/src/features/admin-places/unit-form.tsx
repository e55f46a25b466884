import { useQueryClient } from '@tanstack/react-query';

import type { PlaceChoices, UnitDetails } from '@/api/generated/types.gen';
import { HowField } from '@/versions/drafts/how-field';
import { ReasonField } from '@/versions/reason-field';
import { useConfirmed } from '@/versions/use-confirmed';
import { VersionedForm } from '@/versions/versioned-form';

import { unitQuery, useFetchPlaceAgain, useSaveUnit, useSaveUnitDraft } from './queries';
import { UnitFields } from './unit-fields';
import { bodyOf, draftBodyOf, type UnitValues } from './unit-values';
import { unitKind } from './unit-words';

export interface UnitFormProps {
  unit: UnitDetails;
  choices: PlaceChoices;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Changes a unit, or its draft if one is open. What that does to open consults is asked first. */
export function UnitForm({ unit, choices, onDirty }: UnitFormProps) {
  const { id, draft, draftSettings, needsApproval } = unit;
  const { active } = draftSettings ?? unit;
  const queryClient = useQueryClient();
  const fetchAgain = useFetchPlaceAgain('units', id);
  const { mutateAsync: saveUnit } = useSaveUnit();
  const { mutateAsync: saveDraft } = useSaveUnitDraft();
  const asking = useConfirmed();
  const save = async (values: UnitValues) => {
    const { version, how } = values;
    if (how === 'draft') return saveDraft({ id, version, body: draftBodyOf(values, active) });
    return asking.run((confirmed) => saveUnit({ id, version, body: bodyOf(values, active, confirmed) }));
  };
  return (
    <>
      <VersionedForm
        object={unit}
        kind={unitKind(choices)}
        draftKey={`unit/${id}`}
        read={() => queryClient.query(unitQuery(id))}
        isAsked={asking.dialog !== false}
        onOutdated={fetchAgain}
        save={save}
        onDirty={onDirty}
      >
        {(form) => (
          <>
            <UnitFields form={form} choices={choices} unitId={id} />
            {draft === null && (
              <HowField control={form.control} name="how" plural="units" needsApproval={needsApproval} />
            )}
            <ReasonField control={form.control} name="reason" />
          </>
        )}
      </VersionedForm>
      {asking.dialog}
    </>
  );
}
