import { Button } from '@mantine/core';

import type { Consult } from '@/consults/consult';
import { Icon } from '@/shared/ui/icon';

import classes from './consult-header.module.css';
import type { Printing } from './use-printing';

export interface ConsultToolsProps {
  consult: Consult;
  onEditPatient: () => void;
  printing: Printing;
}

/** Correcting the patient, where this user may, and printing. */
export function ConsultTools({ consult, onEditPatient, printing }: ConsultToolsProps) {
  return (
    <div className={classes.tools}>
      {consult.allowedActions.includes('editPatient') && (
        <Button variant="default" size="sm" leftSection={<Icon name="edit" size="sm" />} onClick={onEditPatient}>
          Edit patient
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon name="print" size="sm" />}
        loading={printing.busy}
        onClick={printing.start}
      >
        Print Consult Request
      </Button>
    </div>
  );
}
