import { Fact } from '../../base/facts';
import { LineFacts } from '../../base/info-row';
import { yesNoUnknown } from '../../base/words';
import type { ConsultOf, InfoRowProps } from '../../define';

/** What a dermatologist reads first. */
export function InfoRow(props: InfoRowProps<ConsultOf<'tele-dermatology'>>) {
  const { isSpreading, growth } = props.consult.TeleDermatologyConsultDetail;
  return (
    <LineFacts {...props}>
      <Fact label="Spreading">{yesNoUnknown(isSpreading)}</Fact>
      <Fact label="How fast">{growth}</Fact>
    </LineFacts>
  );
}
