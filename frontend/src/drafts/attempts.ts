import { useRef } from 'react';

import { ChangedSinceError, mayHaveSucceeded } from '@/api/errors';
import { newIdempotencyKey } from '@/api/transport';

/** One attempt to perform an action on the server; a retry of the same content carries the same idempotency key. */
export interface Attempt {
  /** What was sent, as JSON. */
  readonly content: string;
  readonly key: string;
  /** It may have been carried out although its request failed. */
  readonly unanswered: boolean;
}

export interface AttemptStore {
  readonly read: () => Attempt | null;
  readonly write: (attempt: Attempt | null) => void;
}

interface AttemptOptions {
  /** Where the last attempt is stored; in the component by default. */
  readonly store?: AttemptStore;
  /**
   * The action can succeed only once, as completing or signing: after a success, the same content still repeats it, with the same key.
   * Otherwise the same content is then a new action, such as a second fax to the same number.
   */
  readonly final?: boolean;
  /** Each content is a separate action that does not replace the others, so a change needs no warning. Not with a `store`, which has one attempt. */
  readonly independent?: boolean;
}

/** `call` gets the idempotency key of the content. */
export type AttemptCall = <T>(content: unknown, call: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/**
 * Sends requests that are carried out once. Pressing again after a failure repeats the same action, with the same idempotency key. If
 * the previous request may have been carried out although it failed, changed content is rejected once with ChangedSinceError: it would be
 * sent in addition to the earlier content, not instead of it.
 */
export function useAttempt({ store, final = false, independent = false }: AttemptOptions = {}): AttemptCall {
  const own = useRef(new Map<string, Attempt | null>());
  const warnedContent = useRef<string | null>(null);
  return async (content, call) => {
    const text = JSON.stringify(content);
    const { read, write } = store ?? storeIn(own.current, independent ? text : '');
    const last = read();
    const isSame = last?.content === text;
    if (last?.unanswered === true && !isSame && warnedContent.current !== text) {
      warnedContent.current = text;
      throw new ChangedSinceError();
    }
    const key = isSame ? last.key : newIdempotencyKey();
    // Written before the request, because the page may be closed before the response arrives.
    write({ content: text, key, unanswered: true });
    const settle = (attempt: Attempt | null) => {
      if (read()?.key === key) write(attempt);
    };
    const settled = { content: text, key, unanswered: false };
    try {
      const result = await call(key);
      settle(final ? settled : null);
      return result;
    } catch (failure) {
      if (!mayHaveSucceeded(failure)) settle(settled);
      throw failure;
    }
  };
}

function storeIn(attempts: Map<string, Attempt | null>, name: string): AttemptStore {
  return { read: () => attempts.get(name) ?? null, write: (attempt) => void attempts.set(name, attempt) };
}
