import { useRef } from 'react';

import { ChangedSinceError, mayHaveBeenDone } from './errors';
import { newIdempotencyKey } from './transport';

/**
 * One key for one thing that the user wants done: pressing again after a failure repeats the same action, so that what did arrive the
 * first time is not done twice. Other content is another action and gets another key.
 */
export function useActionKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.key === '' || last.current.content !== text)
      last.current = { content: text, key: newIdempotencyKey() };
    return last.current.key;
  };
}

/** Holds the content of the last call that may have been carried out although it failed; null for none. */
export interface InDoubt {
  readonly read: () => string | null;
  readonly write: (content: string | null) => void;
}

type Guarded = <T>(content: unknown, call: () => Promise<T>) => Promise<T>;

/**
 * Makes a call about this content. Where the call before may have been carried out although it failed, other content is first refused,
 * once, with ChangedSinceError: it would be done beside the former and not in its place.
 */
export function useGuardedCall(kept?: InDoubt): Guarded {
  const own = useRef<string | null>(null);
  const warnedOf = useRef<string | null>(null);
  const inDoubt: InDoubt = kept ?? {
    read: () => own.current,
    write: (content) => {
      own.current = content;
    },
  };
  return async (content, call) => {
    const text = JSON.stringify(content);
    if (![null, text].includes(inDoubt.read()) && warnedOf.current !== text) {
      warnedOf.current = text;
      throw new ChangedSinceError();
    }
    // Until the answer is there; a page that is gone before never hears it.
    inDoubt.write(text);
    try {
      const answer = await call();
      inDoubt.write(null);
      return answer;
    } catch (failure) {
      if (!mayHaveBeenDone(failure)) inDoubt.write(null);
      throw failure;
    }
  };
}

/** A guarded call with the key of its content. */
export function useKeyedCall() {
  const keyOf = useActionKey();
  const guarded = useGuardedCall();
  return async <T>(content: unknown, call: (idempotencyKey: string) => Promise<T>): Promise<T> =>
    guarded(content, async () => call(keyOf(content)));
}

/** A key for one wish, which the next success ends: what is wanted once more after that is done once more. */
export function useWishKey() {
  const keyOf = useActionKey();
  const granted = useRef(0);
  return {
    keyOf: (content: unknown) => keyOf({ content, granted: granted.current }),
    end: () => {
      granted.current += 1;
    },
  };
}
