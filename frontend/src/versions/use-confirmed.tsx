import { useState } from 'react';
import * as z from 'zod/mini';

import { ApiError } from '@/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import classes from './versions.module.css';

interface Question {
  readonly effects: readonly string[];
  readonly answer: (isConfirmed: boolean) => void;
}

const consequences = z.object({ effects: z.array(z.string()), codes: z.array(z.string()) });

/** Sends a change, and sends it again once its consequences are confirmed; null if they are not. */
export type RunConfirmed = <T>(send: (confirmed: string[]) => Promise<T>) => Promise<T | null>;

interface Words {
  readonly title: string;
  readonly confirmLabel: string;
}

const SAVING: Words = { title: 'Save This Change?', confirmLabel: 'Save Anyway' };

/** Asks before a change that the server does not make without a confirmation; `dialog` is the question. */
export function useConfirmed({ title, confirmLabel }: Words = SAVING) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (effects: readonly string[]) =>
    new Promise<boolean>((answer) => {
      setQuestion({ effects, answer });
    });
  const send = async <T,>(call: (confirmed: string[]) => Promise<T>, confirmed: string[]): Promise<T | null> => {
    try {
      return await call(confirmed);
    } catch (failure) {
      const asked = failure instanceof ApiError && failure.code === 'unconfirmed' ? failure.details : null;
      const parsed = consequences.safeParse(asked).data;
      if (parsed === undefined) throw failure;
      const isConfirmed = await ask(parsed.effects);
      setQuestion(null);
      return isConfirmed ? send(call, [...confirmed, ...parsed.codes]) : null;
    }
  };
  const run: RunConfirmed = async (call) => send(call, []);
  const dialog = question !== null && (
    <ConfirmDialog
      opened
      size="lg"
      title={title}
      cancelLabel="Go Back"
      confirmLabel={confirmLabel}
      onCancel={() => question.answer(false)}
      onConfirm={() => question.answer(true)}
    >
      <ul className={classes.effects}>
        {question.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
  return { run, dialog };
}
