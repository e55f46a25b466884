import { useRef } from 'react';

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
