import { Fact } from '../../base/facts';
import { LineFacts } from '../../base/info-row';
import { yesNoUnknown } from '../../base/answer-labels';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';

/** What a dermatologist reads first. */
export function InfoRow(props: InfoRowProps<ConsultOf<'tele-dermatology'>>) {
  const { isSpreading, growth } = props.consult.TeleDermatologyConsultDetail;
  const keyFacts = (
    <>
      <Fact label="Spreading">{yesNoUnknown(isSpreading)}</Fact>
      <Fact label="How fast">{growth}</Fact>
    </>
  );
  return <LineFacts {...props} keyFacts={keyFacts} />;
}
