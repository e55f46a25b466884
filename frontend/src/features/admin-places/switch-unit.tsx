import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { UnitDetails } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastSuccess } from '@/shared/ui/toasts';
import { isChangedMeanwhile } from '@/versions/queries';
import { useConsequences } from '@/versions/use-consequences';
import versionClasses from '@/versions/versions.module.css';

import classes from './places.module.css';
import { useFetchPlaceAgain, useSaveUnit } from './queries';
import { bodyOf, valuesOf } from './unit-values';

export interface SwitchUnitProps {
  unit: UnitDetails;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Switches a unit off or on again, apart from everything else, after a question that says what happens. */
export function SwitchUnit({ unit, isDirty }: SwitchUnitProps) {
  const [asking, setAsking] = useState(false);
  const verb = unit.active ? 'Switch Off' : 'Switch On';
  return (
    <div className={classes.switch}>
      <Button variant="default" disabled={isDirty} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <p role="status">{isDirty && 'Save or discard your changes first.'}</p>
      {asking && <SwitchDialog unit={unit} verb={verb} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface SwitchDialogProps {
  unit: UnitDetails;
  verb: string;
  onClose: () => void;
}

function SwitchDialog({ unit, verb, onClose }: SwitchDialogProps) {
  const { mutateAsync, isPending } = useSaveUnit();
  const fetchAgain = useFetchPlaceAgain('units', unit.id);
  const title = `${verb} ${unit.displayName}?`;
  const consequences = useConsequences({ title, confirmLabel: `${verb} Anyway` });
  const [reason, setReason] = useState('');
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const { id, version, active, displayName: name } = unit;
  const confirm = async () => {
    setFailed(null);
    const values = { ...valuesOf(unit), reason };
    try {
      const saved = await consequences.send((confirmed) =>
        mutateAsync({ id, version, body: bodyOf(values, !active, confirmed) }),
      );
      if (saved === null) return;
      toastSuccess(active ? `${name} is switched off.` : `${name} is switched on.`);
      onClose();
    } catch (failure) {
      if (isChangedMeanwhile(failure)) fetchAgain();
      setFailed({ failure });
    }
  };
  return (
    <>
      <ConfirmDialog
        opened={consequences.dialog === false}
        size="lg"
        title={title}
        confirmLabel={verb}
        danger={active}
        busy={isPending}
        onCancel={onClose}
        onConfirm={() => void confirm()}
      >
        <ul className={versionClasses.effects}>
          {(active ? OFF : ON).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <TextInput
          label="Reason (optional)"
          description="Shown in the history"
          maxLength={constants.SHORT_TEXT_LIMIT}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <div role="alert" className={versionClasses.failure}>
          {failed !== null && <NotSaved failure={failed.failure} button={verb} />}
        </div>
      </ConfirmDialog>
      {consequences.dialog}
    </>
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
