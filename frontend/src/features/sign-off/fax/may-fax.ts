import { runtimeConfig } from '@/api/runtime-config';
import type { Consult } from '@/consults/consult';

/** Whether this user may fax this note, and anybody here sends faxes. */
export const mayFax = ({ allowedActions }: Consult) =>
  runtimeConfig().faxes && allowedActions.includes('faxSignoffNote');
