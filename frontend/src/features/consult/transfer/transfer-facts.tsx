import { choices } from '@/api/contract/choices.gen';
import type { DeclinedOfferRead, Person, TransferRead } from '@/api/generated/types.gen';
import { askedName, groundNotice } from '@/consults/transfer-state';
import { Fact, Facts, PhoneFact } from '@/service-lines/base/facts';
import { useMe } from '@/session/me';
import { useTimestamp } from '@/shared/hooks/use-times';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

import classes from './transfer-section.module.css';

/** A transfer: where to, how, who handles it, and which facilities declined. Empty fields are left out. `dense` takes less space. */
export function TransferFacts({ transfer, dense = false }: { transfer: TransferRead; dense?: boolean }) {
  const { preferredTransportationMode: mode, isConsultingPhysicianAccepting: accepting } = transfer;
  return (
    <div className={classes.facts} data-dense={dense || undefined}>
      <Facts dense={dense}>
        <Fact label="Preferred Facility">{transfer.preferredFacility.facilityName}</Fact>
        <Fact label="Facility Location">{transfer.facilityLocation.name}</Fact>
        <Fact label="Other Preferred Facility">{transfer.otherPreferredFacility}</Fact>
        <Fact label="Preferred Transportation Mode">{mode}</Fact>
        <Fact label="Stroke Level">{transfer.strokeLevel}</Fact>
        <Fact label="Accepting Attending Physician">{transfer.acceptingAttendingPhysician}</Fact>
        <Fact label="Accepting Location">{transfer.acceptingLocation}</Fact>
        <Fact label="Referring Physician">{transfer.referringPhysician}</Fact>
        <PhoneFact label="Referring Location Number" number={transfer.referringLocationNumber} />
        <Fact label="Consulting Physician">{transfer.consultingPhysician}</Fact>
        <Fact label="Consulting Contact">{transfer.consultingContact}</Fact>
        <Fact label="Consulting Physician Accepts">{accepting === null ? null : accepting ? 'Yes' : 'No'}</Fact>
      </Facts>
      {mode === 'Ground' && <GroundNotice />}
      <Facts dense={dense}>
        <By label="Requested" by={transfer.author} at={transfer.createdAt} />
        <By label="Acknowledged" by={transfer.acknowledgedBy} at={transfer.acknowledgedAt} />
        <By label="Completed" by={transfer.resolvedBy} at={transfer.resolvedAt} />
        <Closing transfer={transfer} />
      </Facts>
      <DeclinedOffers offers={transfer.declinedOffers} dense={dense} />
    </div>
  );
}

/** What to know about transport by ground. */
export function GroundNotice() {
  const { stringDictionary } = useMe();
  return (
    <Banner>
      <p>{groundNotice(stringDictionary)}</p>
    </Banner>
  );
}

/** Who took a step and when; empty until it is taken. */
function By({ label, by, at }: { label: string; by: Person | null; at: string | null }) {
  const format = useTimestamp();
  if (by === null || at === null) return null;
  return (
    <Fact label={label}>
      {fullName(by)}, <time dateTime={at}>{format(at)}</time>
    </Fact>
  );
}

function Closing({ transfer: { closedAt, closedBy, closedReason } }: { transfer: TransferRead }) {
  const format = useTimestamp();
  if (closedAt === null) return null;
  return (
    <Fact label="Closed">
      {choices.Ending.find(({ value }) => value === closedReason)?.label}
      {closedBy !== null && ` by ${fullName(closedBy)}`}, <time dateTime={closedAt}>{format(closedAt)}</time>
    </Fact>
  );
}

function DeclinedOffers({ offers, dense }: { offers: readonly DeclinedOfferRead[]; dense: boolean }) {
  const format = useTimestamp();
  return (
    <Facts dense={dense}>
      {offers.map((offer) => (
        <Fact key={offer.number} label={`Declined by ${askedName(offer)}`} wide>
          {offer.reason} ({fullName(offer.declinedBy)},{' '}
          <time dateTime={offer.declinedAt}>{format(offer.declinedAt)}</time>)
        </Fact>
      ))}
    </Facts>
  );
}
