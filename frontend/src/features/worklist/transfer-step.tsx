import { Button } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

import type { TransferCard } from '@/api/generated/types.gen';
import { useTransferSteps } from '@/consults/queries';
import { stepLabel, stepNames, type TransferStep, transferSteps } from '@/consults/transfer-state';
import { patientName } from '@/patients/patient-name';
import { useSettling } from '@/shared/hooks/use-settling';
import { toastSuccess } from '@/shared/ui/toasts';

import type { Entry } from './entries';
import classes from './worklist-panel.module.css';

export interface ListedSteps {
  run: (entry: Entry, step: TransferStep) => void;
  /** Whether a step of this row's transfer is on its way. */
  isBusy: (entry: Entry) => boolean;
}

/** Takes transfers of the list further. */
export function useListedSteps(): ListedSteps {
  const { run, pendingOf } = useTransferSteps({ onDone: (step) => toastSuccess(transferSteps[step].done) });
  return {
    run: ({ card, transfer }, step) => {
      if (transfer !== null) run({ step, consultId: card.id, transferId: transfer.id });
    },
    isBusy: ({ transfer }) => transfer !== null && pendingOf(transfer.id) !== null,
  };
}

/** The step that this user may take next; null if there is none. */
export function nextStep(transfer: TransferCard | null): TransferStep | null {
  return stepNames.find((step) => transfer?.allowedActions.includes(step)) ?? null;
}

interface NextStepProps {
  entry: Entry;
  steps: ListedSteps;
  compact: boolean;
  /** As its card: Tab reaches one row of the list. */
  tabbable: boolean;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The button for the next step, below the card. */
export function NextStep({ entry, steps, compact, tabbable, onFocus, onKeyDown }: NextStepProps) {
  const step = nextStep(entry.transfer);
  const busy = steps.isBusy(entry);
  const foot = useSettling<HTMLDivElement>(String(step));
  const focus = useKeptFocus(foot, step, busy);
  return (
    <div ref={foot} {...focus}>
      {step !== null && (
        <Button
          // A new button for each step, so that a second press of Enter does not take the next one.
          key={step}
          className={classes.step}
          variant="default"
          size={compact ? 'compact-md' : undefined}
          tabIndex={tabbable ? 0 : -1}
          loading={busy}
          aria-label={`${stepLabel(step)} for ${patientName(entry.card.Patient)}`}
          onClick={() => steps.run(entry, step)}
          onFocus={() => onFocus(entry.card.id)}
          onKeyDown={onKeyDown}
        >
          {stepLabel(step)}
        </Button>
      )}
    </div>
  );
}

/** Browsers take focus from a button that is disabled or removed: it then returns to the button, or to the card if the step was taken. */
function useKeptFocus(foot: RefObject<HTMLDivElement | null>, step: TransferStep | null, busy: boolean) {
  const focused = useRef<TransferStep | null>(null);
  useEffect(() => {
    if (focused.current === null || busy || document.activeElement !== document.body) return;
    const target = focused.current === step ? 'button' : 'a';
    foot.current?.closest('li')?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [foot, step, busy]);
  return {
    onFocus: () => {
      focused.current = step;
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (!(target instanceof HTMLButtonElement && target.disabled)) focused.current = null;
    },
  };
}
