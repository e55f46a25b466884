import { useConsult } from '@/consults/consult-context';
import { InfoRow as GenericInfoRow } from '@/service-lines/base/info-row';
import type { InfoRowProps } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';

import classes from './consult-info.module.css';

/** The line's facts, or the facts that every consult has if this version of the application does not know the line. */
export function ConsultInfo({ onEditPhone }: Pick<InfoRowProps, 'onEditPhone'>) {
  const consult = useConsult();
  const InfoRow = serviceLineBySlug(consult.serviceLineSlug)?.InfoRow ?? GenericInfoRow;
  return (
    <>
      {consult.isEmergency && (
        <p className={classes.emergency}>Emergency request: clinical questions may have been skipped.</p>
      )}
      <InfoRow consult={consult} onEditPhone={onEditPhone} />
    </>
  );
}
