import type { UnitDetails } from '@/api/generated/types.gen';
import { ApartChange } from '@/versions/apart-change';
import classes from '@/versions/versions.module.css';

import { useFetchPlaceAgain, useSaveUnit } from './queries';
import { bodyOf, valuesOf } from './unit-values';

export interface SwitchUnitProps {
  unit: UnitDetails;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Switches a unit off or on again. */
export function SwitchUnit({ unit, isDirty }: SwitchUnitProps) {
  const { mutateAsync } = useSaveUnit();
  const fetchAgain = useFetchPlaceAgain('units', unit.id);
  const { id, version, active, displayName: name } = unit;
  const verb = active ? 'Switch Off' : 'Switch On';
  return (
    <ApartChange
      verb={verb}
      title={`${verb} ${name}?`}
      danger={active}
      isDirty={isDirty}
      save={(reason, confirmed) =>
        mutateAsync({ id, version, body: bodyOf({ ...valuesOf(unit), reason }, !active, confirmed) })
      }
      done={active ? `${name} is switched off.` : `${name} is switched on.`}
      onOutdated={fetchAgain}
    >
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
