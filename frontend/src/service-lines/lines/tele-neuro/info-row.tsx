import { Fact, PhoneFact } from '../../base/facts';
import { LineFacts } from '../../base/info-row';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';
import { questions } from './copy';

/** Neurology's ID for the patient, and the referring physician. */
export function InfoRow(props: InfoRowProps<ConsultOf<'tele-neuro'>>) {
  const { neuroPatientId, physicianName, physicianNumber } = props.consult.TeleNeuroConsultDetail;
  return (
    <LineFacts {...props}>
      <Fact label={questions.neuroPatientId}>{neuroPatientId}</Fact>
      <Fact label={questions.physicianName}>{physicianName}</Fact>
      {physicianNumber !== null && physicianNumber !== undefined && (
        <PhoneFact label={questions.physicianNumber} number={physicianNumber} />
      )}
    </LineFacts>
  );
}
