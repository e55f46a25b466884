import { Button } from '@mantine/core';

import type { TransferCard } from '@/api/generated/types.gen';
import { useTransferStep } from '@/consults/queries';
import { stepLabel, stepNames, type TransferStep, transferSteps } from '@/consults/transfer-state';
import { patientName } from '@/patients/patient-name';
import { toastSuccess } from '@/shared/ui/toasts';

import type { Entry } from './entries';
import classes from './worklist-panel.module.css';

export interface ListedSteps {
  run: (entry: Entry, step: TransferStep) => void;
  /** The id of the transfer whose step is on its way; null if there is none. */
  busy: string | null;
}

/** Takes transfers of the list further. */
export function useListedSteps(): ListedSteps {
  const { mutate, isPending, variables } = useTransferStep();
  return {
    run: ({ card, transfer }, step) => {
      if (transfer === null || isPending) return;
      const done = () => toastSuccess(transferSteps[step].done);
      mutate({ step, consultId: card.id, transferId: transfer.id }, { onSuccess: done });
    },
    busy: isPending ? variables.transferId : null,
  };
}

/** The step that this user may take next; null if there is none. */
export function nextStep(transfer: TransferCard | null): TransferStep | null {
  return stepNames.find((step) => transfer?.allowedActions.includes(step)) ?? null;
}

interface NextStepProps {
  entry: Entry;
  steps: ListedSteps;
}

/** The button for the next step, below the card. */
export function NextStep({ entry, steps: { busy, run } }: NextStepProps) {
  const step = nextStep(entry.transfer);
  if (step === null) return null;
  return (
    <Button
      className={classes.step}
      variant="default"
      loading={busy === entry.transfer?.id}
      disabled={busy !== null}
      aria-label={`${stepLabel(step)} for ${patientName(entry.card.Patient)}`}
      onClick={() => run(entry, step)}
    >
      {stepLabel(step)}
    </Button>
  );
}
