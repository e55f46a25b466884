import { Fact } from '../../base/facts';
import { LineFacts } from '../../base/info-row';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';
import { questions } from './copy';

/** Why the patient came; the chief complaint replaces the call reason. */
export function InfoRow(props: InfoRowProps<ConsultOf<'tele-triage'>>) {
  const { chiefComplaint, vitalSigns, jobDescription } = props.consult.TeleTriageConsultDetail;
  const keyFacts = (
    <>
      <Fact label={questions.chiefComplaint} wide>
        {chiefComplaint}
      </Fact>
      <Fact label={questions.vitalSigns} wide>
        {vitalSigns}
      </Fact>
    </>
  );
  return (
    <LineFacts {...props} phoneLabel="Bedside Phone" keyFacts={keyFacts} callReason={null}>
      <Fact label={questions.jobDescription}>{jobDescription}</Fact>
    </LineFacts>
  );
}
