import { useRef, useState } from 'react';

import { serverNow } from '@/shared/lib/server-clock';

import { useExport } from './queries';

export interface Printing {
  /** When it was recorded that the consult is printed (milliseconds since 1970); null while none of it is. */
  at: number | null;
  busy: boolean;
  start: () => void;
  done: () => void;
}

/** Printing a consult: recorded first, and only then put on paper. */
export function usePrinting(consultId: string): Printing {
  const { mutate: recordExport, isPending } = useExport(consultId);
  const [at, setAt] = useState<number | null>(null);
  // The second press of a double one comes before the button is drawn as busy.
  const begun = useRef(false);
  const start = () => {
    if (begun.current) return;
    begun.current = true;
    recordExport(undefined, { onSuccess: () => setAt(serverNow()), onError: () => (begun.current = false) });
  };
  const done = () => {
    begun.current = false;
    setAt(null);
  };
  return { at, busy: isPending || at !== null, start, done };
}
