import { runtimeConfig } from '@/api/runtime-config';
import type { Consult } from '@/consults/consult';

/** Whether faxing is enabled in this installation, and this user may fax this note. */
export const canFax = ({ allowedActions }: Consult) =>
  runtimeConfig().faxes && allowedActions.includes('faxSignoffNote');
