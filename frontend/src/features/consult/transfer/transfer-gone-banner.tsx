import type { Person, TransferRead } from '@/api/generated/types.gen';
import { whoClosedTransfer } from '@/consults/attribution';
import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { useTransfer } from '@/consults/queries';
import { type Me, useCan, useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

/** Says in an open dialog about the transfer that nothing can be sent any more, and who was first if someone was. */
export function TransferGoneBanner({ isRequest }: { isRequest: boolean }) {
  const consult = useConsult();
  const { transfer } = useTransfer(consult);
  const me = useMe();
  const mayRequest = useCan('Request', 'Transfer');
  const first = transfer && (isRequest ? whoRequested(transfer, me) : whoHandled(transfer, me));
  return <GoneBanner title={first ?? whyNotNow(consult, mayRequest ? me.checkedInLineIds : null)} />;
}

/** Says in an open dialog about a facility that declined who has asked another one since. */
export function OfferGoneBanner({ by }: { by: Person }) {
  return <GoneBanner title={`${fullName(by)} has asked another facility.`} />;
}

function GoneBanner({ title }: { title: string | null }) {
  return (
    <Banner tone="warning" announce="alert" title={title ?? undefined}>
      <p>This can no longer be sent. Copy what you still need.</p>
    </Banner>
  );
}

function whoRequested({ author }: TransferRead, me: Me): string {
  return author.id === me.id ? 'You have requested a transfer.' : `${fullName(author)} has requested a transfer.`;
}

/** Why the facility's answer no longer matters, or who is handling it; null if neither has changed. */
function whoHandled(transfer: TransferRead, me: Me): string | null {
  const { resolvedBy, assignee } = transfer;
  if (transfer.closedReason !== null) return whoClosedTransfer(transfer) ?? 'The transfer is closed.';
  if (resolvedBy !== null)
    return resolvedBy.id === me.id ? 'You completed the transfer.' : `${fullName(resolvedBy)} completed the transfer.`;
  return assignee === null || assignee.id === me.id ? null : `${fullName(assignee)} is handling this transfer.`;
}

/** `onCallFor` has ids of lines; null for a user who never needs to be on call for it, whose reason is not known yet. */
function whyNotNow({ Encounter, serviceLineId }: Consult, onCallFor: readonly number[] | null): string | null {
  if (Encounter.status === 'finished') return 'The patient was discharged.';
  const isOffCall = onCallFor !== null && !onCallFor.includes(serviceLineId);
  return isOffCall ? 'You are no longer on call for this service line.' : null;
}
