import { Button } from '@mantine/core';

import { choices } from '@/api/contract/choices.gen';
import type { TransferCard } from '@/api/generated/types.gen';
import { type TransferStep, stepDone, useTransferStep } from '@/consults/transfer-queries';
import { patientName } from '@/patients/patient-name';
import { toastSuccess } from '@/shared/ui/toasts';

import type { Entry } from './entries';
import classes from './worklist-panel.module.css';

/** The key of each step, as on the consult's page. */
export const stepKeys = { a: 'acknowledgeTransfer', d: 'completeTransfer' } as const;

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
      const done = () => toastSuccess(stepDone[step]);
      mutate({ step, consultId: card.id, transferId: transfer.id }, { onSuccess: done });
    },
    busy: isPending ? variables.transferId : null,
  };
}

/** The step that this user may take next; null if there is none. */
export function nextStep(transfer: TransferCard | null): TransferStep | null {
  const allowed: readonly string[] = transfer?.allowedActions ?? [];
  return Object.values(stepKeys).find((step) => allowed.includes(step)) ?? null;
}

export function stepLabel(step: TransferStep): string {
  return choices.TransferAction.find(({ value }) => value === step)?.label ?? step;
}

interface NextStepProps {
  entry: Entry;
  steps: ListedSteps;
}

/** The button for the next step, below the card. */
export function NextStep({ entry, steps }: NextStepProps) {
  const step = nextStep(entry.transfer);
  if (step === null) return null;
  const label = stepLabel(step);
  return (
    <Button
      className={classes.step}
      variant="default"
      loading={steps.busy === entry.transfer?.id}
      disabled={steps.busy !== null}
      aria-label={`${label} for ${patientName(entry.card.Patient)}`}
      onClick={() => steps.run(entry, step)}
    >
      {label}
    </Button>
  );
}
