import { createContext, use } from 'react';

import type { Consult } from './consult';

const ConsultContext = createContext<Consult | null>(null);

/** Gives everything below it the consult that the page shows. */
export const ConsultProvider = ConsultContext;

/** The consult that the page shows. */
export function useConsult(): Consult {
  const consult = use(ConsultContext);
  if (consult === null) throw new Error('There is no consult around this component.');
  return consult;
}
