import { LineFacts } from '../../base/info-row';
import { UnstableFacts } from '../../base/unstable-facts';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';

/** How the patient is unstable. */
export function InfoRow(props: InfoRowProps<ConsultOf<'tele-icu'>>) {
  return <LineFacts {...props} keyFacts={<UnstableFacts conditions={props.consult.TeleICUConsultDetail} />} />;
}
