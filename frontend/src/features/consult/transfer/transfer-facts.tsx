import { choices } from '@/api/contract/choices/transfers.gen';
import type { DeclinedOfferRead, Person, TransferRead } from '@/api/generated/types.gen';
import { askedName, groundNotice } from '@/consults/transfer-state';
import { Fact, Facts, PhoneFact } from '@/service-lines/base/facts';
import { useMe } from '@/session/me';
import { useTimestamp } from '@/shared/hooks/use-times';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

import classes from './transfer-section.module.css';

/** A transfer: where to, how, who handles it, and which facilities declined. Empty fields are left out. */
export function TransferFacts({ transfer }: { transfer: TransferRead }) {
  return <AllFacts transfer={transfer} asked={transfer} offers={transfer.declinedOffers} />;
}

/** The same facts in less space, with the facility that was asked first, as the transfer was requested. */
export function TransferAsRequested({ transfer }: { transfer: TransferRead }) {
  return <AllFacts transfer={transfer} asked={transfer.declinedOffers.at(0) ?? transfer} offers={[]} dense />;
}

interface AllFactsProps {
  transfer: TransferRead;
  /** The facility that was asked, and how the patient gets there. */
  asked: TransferRead | DeclinedOfferRead;
  offers: readonly DeclinedOfferRead[];
  dense?: boolean;
}

function AllFacts({ transfer, asked, offers, dense = false }: AllFactsProps) {
  const { isConsultingPhysicianAccepting: accepting } = transfer;
  const { preferredTransportationMode: mode } = asked;
  const facility = 'preferredFacility' in asked ? asked.preferredFacility : asked;
  return (
    <div className={classes.facts} data-dense={dense || undefined}>
      <Facts dense={dense}>
        <Fact label="Preferred Facility">{facility.facilityName}</Fact>
        <Fact label="Facility Location">{asked.facilityLocation.name}</Fact>
        <Fact label="Other Preferred Facility">{asked.otherPreferredFacility}</Fact>
        <Fact label="Preferred Transportation Mode">{mode}</Fact>
        <Fact label="Stroke Level">{transfer.strokeLevel}</Fact>
        <Fact label="Accepting Attending Physician">{asked.acceptingAttendingPhysician}</Fact>
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
      <DeclinedOffers offers={offers} />
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

function DeclinedOffers({ offers }: Pick<AllFactsProps, 'offers'>) {
  const format = useTimestamp();
  return (
    <Facts>
      {offers.map((offer) => (
        <Fact key={offer.number} label={`Declined by ${askedName(offer)}`} wide>
          {offer.reason} ({fullName(offer.declinedBy)},{' '}
          <time dateTime={offer.declinedAt}>{format(offer.declinedAt)}</time>)
        </Fact>
      ))}
    </Facts>
  );
}
