import type { TransferProtocolRead } from '@/api/generated/types.gen';
import { formatClinicalTimeWithZone } from '@/shared/lib/dates';

import { Fact, Facts, PhoneFact } from '../../base/facts';
import { bulleted, yesNoUnknown } from '../../base/words';
import type { ConsultOf, InfoRowProps } from '../../define';
import classes from './info-row.module.css';

type StrokeConsult = ConsultOf<'tele-stroke'>;

const TRANSFERS = ['LVO', 'Thrombolytic'] as const;

/** What the specialist has to know before the call, and where this location sends its patients. */
export function InfoRow({ consult, onEditPhone }: InfoRowProps<StrokeConsult>) {
  const detail = consult.TeleStrokeConsultDetail;
  const { timeZone } = consult.Encounter.location;
  return (
    <div className={classes.row}>
      <Facts>
        <PhoneFact label="Bedside Phone Number" number={consult.callbackNumber} onEdit={onEditPhone} />
        <Fact label="Potential Thrombolytic">{yesNoUnknown(detail.potentialThrombolytic)}</Fact>
        <Fact label="Suspected Large Vessel Occlusion">{yesNoUnknown(detail.suspectedLargeVesselOcclusion)}</Fact>
        <Fact label="NIHSS Score">{detail.nihss ?? 'Not Done'}</Fact>
        <Fact label="ED Arrival Date">{clinicalTime(detail.edArrivalDate, timeZone)}</Fact>
        <Fact label="Last Known Well">{clinicalTime(detail.lastKnownWell, timeZone)}</Fact>
        <Fact label="Is the Patient on any Anticoagulant(s)">{yesNoUnknown(detail.isOnAnticoagulants)}</Fact>
        {detail.isOnAnticoagulants === true && (
          <Fact label="Which Anticoagulant(s)">
            {bulleted(detail.anticoagulants?.selected, detail.anticoagulants?.other)}
          </Fact>
        )}
        <Fact label="Notable Symptoms">
          {bulleted(detail.notableSymptoms?.selected, detail.notableSymptoms?.other)}
        </Fact>
        <Fact label="Baseline Functional Status">{bulleted(detail.baselineFunctionalStatus)}</Fact>
        <Fact label="Clinical Concern" wide>
          {detail.clinicalConcern}
        </Fact>
        <Fact label="Call Reason" wide>
          {consult.callReason}
        </Fact>
      </Facts>
      <TransferProtocols consult={consult} />
    </div>
  );
}

function clinicalTime(moment: string | null | undefined, timeZone: string) {
  if (moment === null || moment === undefined) return 'Unknown';
  return <time dateTime={moment}>{formatClinicalTimeWithZone(moment, timeZone)}</time>;
}

function TransferProtocols({ consult }: { consult: StrokeConsult }) {
  const protocols = protocolsOf(consult);
  if (protocols.length === 0) return null;
  return (
    <section className={classes.protocols} aria-label="Transfer Protocols">
      <h3 className={classes.title}>Transfer Protocols</h3>
      <Facts>
        {protocols.map(({ transferFor, transferTo, transferDistanceMiles }) => (
          <Fact key={transferFor} label={transferFor}>
            {`${transferTo}, ${transferDistanceMiles} miles`}
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

/** One protocol of each kind: that of the consult's own line id before that of the line's other id. */
function protocolsOf({ serviceLineId, Encounter }: StrokeConsult): TransferProtocolRead[] {
  return TRANSFERS.flatMap((kind) => {
    const found = Encounter.location.TransferProtocols.filter(({ transferFor }) => transferFor === kind);
    const protocol = found.find((one) => one.serviceLineId === serviceLineId) ?? found[0];
    return protocol === undefined ? [] : [protocol];
  });
}
