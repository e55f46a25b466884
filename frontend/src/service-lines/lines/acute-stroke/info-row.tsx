import { ClinicalTime } from '../../base/clinical-time';
import { Fact } from '../../base/facts';
import { LineFacts } from '../../base/info-row';
import { bulleted, yesNoUnknown } from '../../base/answer-labels';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';
import { kinds, questions } from './copy';

type AcuteStrokeConsult = ConsultOf<'acute-stroke'>;

/** Acute or follow-up, and the answers of the acute form. */
export function InfoRow(props: InfoRowProps<AcuteStrokeConsult>) {
  const { isAcute, contraindications } = props.consult.AcuteStrokeConsultDetail;
  const keyFacts = (
    <>
      <Fact label="Acute or Follow-up">{kinds.find(({ value }) => value === isAcute)?.label}</Fact>
      {isAcute !== false && <AcuteFacts consult={props.consult} />}
    </>
  );
  return (
    <LineFacts {...props} keyFacts={keyFacts}>
      {isAcute !== false && (
        <Fact label={questions.contraindications} wide>
          {contraindications}
        </Fact>
      )}
    </LineFacts>
  );
}

function AcuteFacts({ consult }: { consult: AcuteStrokeConsult }) {
  const detail = consult.AcuteStrokeConsultDetail;
  const { timeZone } = consult.Encounter.location;
  return (
    <>
      <Fact label={questions.lastKnownWell}>
        <ClinicalTime moment={detail.lastKnownWell} zone={timeZone} />
      </Fact>
      <Fact label={questions.symptomDiscovery}>
        <ClinicalTime moment={detail.symptomDiscovery} zone={timeZone} />
      </Fact>
      <Fact label="NIHSS Score">{detail.nihss ?? 'Not Done'}</Fact>
      <Fact label={questions.isOnAnticoagulants}>{yesNoUnknown(detail.isOnAnticoagulants)}</Fact>
      {detail.isOnAnticoagulants === true && (
        <Fact label={questions.anticoagulants}>
          {bulleted(detail.anticoagulants?.selected, detail.anticoagulants?.other)}
        </Fact>
      )}
    </>
  );
}
