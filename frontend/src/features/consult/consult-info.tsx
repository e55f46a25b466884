import { InfoRow as GenericInfoRow } from '@/service-lines/base/info-row';
import type { InfoRowProps } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';

import classes from './consult-info.module.css';

/** What the line has to say of its consult, or what every consult has where the line is not known here. */
export function ConsultInfo(props: InfoRowProps) {
  const InfoRow = serviceLineBySlug(props.consult.serviceLineSlug)?.InfoRow ?? GenericInfoRow;
  return (
    <>
      {props.consult.isEmergency && (
        <p className={classes.emergency}>Emergency request: clinical questions may have been skipped.</p>
      )}
      <InfoRow {...props} />
    </>
  );
}
