import { useRef, useState } from 'react';

import { serverNow } from '@/shared/lib/server-clock';

import { useExport } from './queries';

export interface Printing {
  /** When the printing was recorded (milliseconds since the epoch); null while the consult is not being printed. */
  at: number | null;
  busy: boolean;
  start: () => void;
  done: () => void;
}

/** Prints a consult once the server has recorded it. */
export function usePrinting(consultId: string): Printing {
  const { mutate: recordExport, isPending } = useExport(consultId);
  const [at, setAt] = useState<number | null>(null);
  // The second click of a double click comes before the button renders as busy.
  const started = useRef(false);
  const start = () => {
    if (started.current) return;
    started.current = true;
    recordExport(undefined, { onSuccess: () => setAt(serverNow()), onError: () => (started.current = false) });
  };
  const done = () => {
    started.current = false;
    setAt(null);
  };
  return { at, busy: isPending || at !== null, start, done };
}
