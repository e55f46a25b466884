import type { UnitDetails } from '@/api/generated/types.gen';
import { ApartChange } from '@/versions/apart-change';
import { InDraft, SAVED_IN_DRAFT } from '@/versions/drafts/in-draft';
import classes from '@/versions/versions.module.css';

import { useFetchPlaceAgain, useSaveUnit, useSaveUnitDraft } from './queries';
import { bodyOf, draftBodyOf, valuesOf } from './unit-values';

export interface SwitchUnitProps {
  unit: UnitDetails;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Switches a unit off or on again; in the draft, if one is open or needed. */
export function SwitchUnit({ unit, isDirty }: SwitchUnitProps) {
  const { mutateAsync: save } = useSaveUnit();
  const { mutateAsync: saveDraft } = useSaveUnitDraft();
  const fetchAgain = useFetchPlaceAgain('units', unit.id);
  const { id, displayName: name } = unit;
  const { active } = unit.draftSettings ?? unit;
  const values = valuesOf(unit);
  const { version, how } = values;
  const verb = active ? 'Switch Off' : 'Switch On';
  const done = active ? `${name} is switched off.` : `${name} is switched on.`;
  return (
    <ApartChange
      verb={verb}
      title={`${verb} ${name}?`}
      danger={active}
      isDirty={isDirty}
      save={(reason, confirmed) => {
        const changed = { ...values, reason: reason === '' ? values.reason : reason };
        if (how === 'draft') return saveDraft({ id, version, body: draftBodyOf(changed, !active) });
        return save({ id, version, body: bodyOf(changed, !active, confirmed) });
      }}
      done={how === 'draft' ? SAVED_IN_DRAFT : done}
      onOutdated={fetchAgain}
    >
      {how === 'draft' && <InDraft />}
      <ul className={classes.effects}>
        {(active ? OFF : ON).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ApartChange>
  );
}

const OFF = [
  'Nobody can request a consult from this unit.',
  'Open consults stay open, and their patients can still be discharged.',
  'Its EMR code is free for another unit.',
  'Everything about it stays as it is. You can switch it on again.',
];

const ON = [
  'Staff of this unit can request consults of its service lines again.',
  'This is refused if another unit now has its EMR code.',
];
