import { LineFacts } from '../../base/info-row';
import { UnstableFacts } from '../../base/unstable-facts';
import type { ConsultOf, InfoRowProps } from '../../define';

/** How the patient is unstable. */
export function InfoRow(props: InfoRowProps<ConsultOf<'tele-icu'>>) {
  return (
    <LineFacts {...props}>
      <UnstableFacts conditions={props.consult.TeleICUConsultDetail} />
    </LineFacts>
  );
}
