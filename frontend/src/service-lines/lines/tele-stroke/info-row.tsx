import { ClinicalTime } from '../../base/clinical-time';
import { Fact } from '../../base/facts';
import { LineFacts } from '../../base/info-row';
import { TransferProtocols } from '../../base/transfer-protocols';
import { bulleted, yesNoUnknown } from '../../base/answer-labels';
import type { InfoRowProps } from '../../define';
import type { ConsultOf } from '@/consults/consult';
import classes from './info-row.module.css';

type StrokeConsult = ConsultOf<'tele-stroke'>;

/** What the specialist needs to know before the call, and where this location transfers its patients. */
export function InfoRow(props: InfoRowProps<StrokeConsult>) {
  const { consult } = props;
  const detail = consult.TeleStrokeConsultDetail;
  const { timeZone } = consult.Encounter.location;
  return (
    <div className={classes.row}>
      <LineFacts {...props} phoneLabel="Bedside Phone Number" keyFacts={<KeyFacts consult={consult} />}>
        <Fact label="ED Arrival Date">
          <ClinicalTime moment={detail.edArrivalDate} zone={timeZone} />
        </Fact>
        <Fact label="Notable Symptoms">
          {bulleted(detail.notableSymptoms?.selected, detail.notableSymptoms?.other)}
        </Fact>
        <Fact label="Baseline Functional Status">{bulleted(detail.baselineFunctionalStatus)}</Fact>
        <Fact label="Clinical Concern" wide>
          {detail.clinicalConcern}
        </Fact>
      </LineFacts>
      <TransferProtocols consult={consult} />
    </div>
  );
}

/** The facts on which thrombolysis and thrombectomy depend. */
function KeyFacts({ consult }: { consult: StrokeConsult }) {
  const detail = consult.TeleStrokeConsultDetail;
  return (
    <>
      <Fact label="Last Known Well">
        <ClinicalTime moment={detail.lastKnownWell} zone={consult.Encounter.location.timeZone} />
      </Fact>
      <Fact label="NIHSS Score">{detail.nihss ?? 'Not Done'}</Fact>
      <Fact label="Potential Thrombolytic">{yesNoUnknown(detail.potentialThrombolytic)}</Fact>
      <Fact label="Suspected Large Vessel Occlusion">{yesNoUnknown(detail.suspectedLargeVesselOcclusion)}</Fact>
      <Fact label="Is the Patient on any Anticoagulant(s)">{yesNoUnknown(detail.isOnAnticoagulants)}</Fact>
      {detail.isOnAnticoagulants === true && (
        <Fact label="Which Anticoagulant(s)">
          {bulleted(detail.anticoagulants?.selected, detail.anticoagulants?.other)}
        </Fact>
      )}
    </>
  );
}
