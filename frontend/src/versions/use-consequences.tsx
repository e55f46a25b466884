import { useState } from 'react';
import * as z from 'zod/mini';

import { isApiError } from '@/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import classes from './versions.module.css';

const CONFLICT = 409;

const question = z.object({
  code: z.literal('needs_confirmation'),
  effects: z.array(z.string()),
  number: z.int(),
});

interface Asked {
  readonly effects: readonly string[];
  readonly answer: (isConfirmed: boolean) => void;
}

/** The number in the question that was answered; null if nothing was asked. */
export type Confirmed = number | null;

interface Question {
  readonly title: string;
  readonly confirmLabel: string;
}

const SAVING: Question = { title: 'Save This Change?', confirmLabel: 'Save Anyway' };

/** For changes that the server asks about before it makes them, because they have consequences; `dialog` is the question. */
export function useConsequences({ title, confirmLabel }: Question = SAVING) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (effects: readonly string[]) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        effects,
        answer: (isConfirmed) => {
          setAsked(null);
          resolve(isConfirmed);
        },
      });
    });
  /** Sends a change, again with the number in the question if it is confirmed. Null if the administrator decides not to. */
  const send = async <T,>(
    change: (confirmed: Confirmed) => Promise<T>,
    confirmed: Confirmed = null,
  ): Promise<T | null> => {
    try {
      return await change(confirmed);
    } catch (failure) {
      const found = isApiError(failure, CONFLICT) ? question.safeParse(failure.details).data : undefined;
      if (found === undefined) throw failure;
      return (await ask(found.effects)) ? send(change, found.number) : null;
    }
  };
  const dialog = asked !== null && (
    <ConfirmDialog
      opened
      size="lg"
      title={title}
      cancelLabel="Go Back"
      confirmLabel={confirmLabel}
      onCancel={() => asked.answer(false)}
      onConfirm={() => asked.answer(true)}
    >
      <ul className={classes.effects}>
        {asked.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
  return { send, dialog };
}
