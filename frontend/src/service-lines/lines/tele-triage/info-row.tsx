import { Fact, Facts, PhoneFact } from '../../base/facts';
import { VideoRoomFact } from '../../base/video-room-fact';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';
import { questions } from './copy';

/** Why the patient came; the chief complaint stands in the place of a call reason. */
export function InfoRow({ consult, onEditPhone }: InfoRowProps<ConsultOf<'tele-triage'>>) {
  const { chiefComplaint, vitalSigns, jobDescription } = consult.TeleTriageConsultDetail;
  return (
    <Facts>
      <PhoneFact label="Bedside Phone" number={consult.callbackNumber} onEdit={onEditPhone} />
      <Fact label={questions.jobDescription}>{jobDescription}</Fact>
      <Fact label={questions.chiefComplaint} wide>
        {chiefComplaint}
      </Fact>
      <Fact label={questions.vitalSigns} wide>
        {vitalSigns}
      </Fact>
      <VideoRoomFact location={consult.Encounter.location} />
    </Facts>
  );
}
