import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PlaceChoices, UnitDetails } from '@/api/generated/types.gen';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { StatusBadge } from '@/shared/ui/status-badge';
import { DraftPanel } from '@/versions/drafts/draft-panel';
import { ManagedByFile } from '@/versions/managed-by-file';
import { ObjectHead } from '@/versions/object-head';
import { isObjectId } from '@/versions/object-id';

import { Backup } from './backup';
import { Crumbs } from './crumbs';
import { PlaceHistory } from './place-history';
import { PlaceStates } from './place-states';
import { placeChoicesQuery, unitQuery, useFetchPlaceAgain, useSaveUnitDraft } from './queries';
import { SwitchUnit } from './switch-unit';
import { UnitFacts } from './unit-facts';
import { UnitForm } from './unit-form';
import { draftBodyOf, valuesOf } from './unit-values';
import { unitDifference } from './unit-words';

/** One unit: everything that administrators decide about it, and what was changed. */
export function Unit({ id }: { id: number }) {
  const isId = isObjectId(id);
  const unit = useQuery({ ...unitQuery(id), enabled: isId });
  const choices = useQuery(placeChoicesQuery);
  if (unit.data !== undefined && choices.data !== undefined) return <Loaded unit={unit.data} choices={choices.data} />;
  return <PlaceStates noun="unit" isId={isId} queries={[unit, choices]} />;
}

function Loaded({ unit, choices }: { unit: UnitDetails; choices: PlaceChoices }) {
  const { displayName: name, facility, organization, managedBy: file, draft, draftSettings } = unit;
  const [isDirty, setDirty] = useState(false);
  const { mutateAsync: saveDraft } = useSaveUnitDraft();
  const fetchAgain = useFetchPlaceAgain('units', unit.id);
  const rebase = async (version: string, active: boolean) =>
    saveDraft({ id: unit.id, version, body: draftBodyOf(valuesOf(unit), active, true) });
  usePageTitle(name);
  return (
    <>
      <Crumbs
        places={[
          { kind: 'organizations', ...organization },
          { kind: 'facilities', ...facility },
        ]}
      />
      <ObjectHead
        name={name}
        about={`unit ${unit.code}`}
        action={file === null && <SwitchUnit unit={unit} isDirty={isDirty} />}
      >
        Unit with the code {unit.code} {!unit.active && <StatusBadge tone="warning">Switched off</StatusBadge>}
      </ObjectHead>
      {file !== null && <ManagedByFile file={file} noun="unit" />}
      {draft !== null && file === null && (
        <DraftPanel
          key={draft.id}
          draft={draft}
          noun="unit"
          differenceInWords={unitDifference}
          isDirty={isDirty}
          onRebase={draftSettings && (async () => rebase(draft.version, draftSettings.active))}
          onChanged={fetchAgain}
        />
      )}
      {file === null ? (
        <UnitForm unit={unit} choices={choices} onDirty={setDirty} />
      ) : (
        <UnitFacts unit={unit} choices={choices} />
      )}
      <Backup choices={choices} />
      <PlaceHistory
        kind="units"
        place={unit}
        name={name}
        differenceInWords={unitDifference}
        isFixed={isDirty || draft !== null || unit.needsApproval}
      />
    </>
  );
}
