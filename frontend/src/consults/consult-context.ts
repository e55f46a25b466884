import { createContext, use } from 'react';

import type { Consult } from './consult';

const ConsultContext = createContext<Consult | null>(null);

/** Provides the page's consult to everything below it. */
export const ConsultProvider = ConsultContext;

/** The consult that the page shows. */
export function useConsult(): Consult {
  const consult = use(ConsultContext);
  if (consult === null) throw new Error('useConsult must be used within a ConsultProvider.');
  return consult;
}
