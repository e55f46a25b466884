import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { PersonRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { fullName } from '@/shared/lib/full-name';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastSuccess } from '@/shared/ui/toasts';
import { isChangedMeanwhile } from '@/versions/queries';
import objectClasses from '@/versions/versions.module.css';

import classes from './person.module.css';
import { bodyOf, valuesOf } from './person-values';
import { useFetchPersonAgain, useSavePerson } from './queries';

export interface ActivationProps {
  person: PersonRead;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Deactivates a person or activates them again, apart from everything else, after a question that says what happens. */
export function Activation({ person, isDirty }: ActivationProps) {
  const [asking, setAsking] = useState(false);
  const verb = person.active ? 'Deactivate' : 'Reactivate';
  return (
    <div className={classes.activation}>
      <Button variant="default" disabled={isDirty} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <p role="status">{isDirty && `Save or discard your changes first to ${verb.toLowerCase()}.`}</p>
      {asking && <ActivationDialog person={person} verb={verb} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface ActivationDialogProps {
  person: PersonRead;
  verb: string;
  onClose: () => void;
}

function ActivationDialog({ person, verb, onClose }: ActivationDialogProps) {
  const { mutateAsync, isPending } = useSavePerson();
  const fetchAgain = useFetchPersonAgain(person.id);
  const [reason, setReason] = useState('');
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const name = fullName(person);
  const confirm = async () => {
    setFailed(null);
    const body = bodyOf({ ...valuesOf(person), reason }, !person.active);
    try {
      await mutateAsync({ id: person.id, version: person.version, body });
      toastSuccess(person.active ? `${name} is deactivated.` : `${name} can sign in again.`);
      onClose();
    } catch (failure) {
      if (isChangedMeanwhile(failure)) fetchAgain();
      setFailed({ failure });
    }
  };
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={`${verb} ${name}?`}
      confirmLabel={verb}
      danger={person.active}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {person.active ? <WhatDeactivatingDoes /> : <WhatReactivatingDoes />}
      <TextInput
        label="Reason (optional)"
        description="Shown in the history"
        maxLength={constants.SHORT_TEXT_LIMIT}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div role="alert" className={objectClasses.failure}>
        {failed !== null && <NotSaved failure={failed.failure} button={verb} />}
      </div>
    </ConfirmDialog>
  );
}

function WhatDeactivatingDoes() {
  return (
    <ul className={objectClasses.effects}>
      <li>They are signed out everywhere at once, and cannot sign in.</li>
      <li>They go off call, leave their video calls, and are no longer paged.</li>
      <li>Their shifts from now on become gaps, which planners see.</li>
      <li>What they wrote and signed stays as it is.</li>
      <li>You can reactivate them. Their earlier sign-ins never work again.</li>
    </ul>
  );
}

function WhatReactivatingDoes() {
  return (
    <ul className={objectClasses.effects}>
      <li>They can sign in again, with the roles and places below. Their earlier sign-ins stay ended.</li>
      <li>They are not on call until they go on call themselves.</li>
      <li>Planners decide whether they get shifts again.</li>
    </ul>
  );
}
