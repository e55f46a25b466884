import type { Person } from '@/api/generated/types.gen';
import { useConsult } from '@/consults/consult-context';
import { useTransfer } from '@/consults/queries';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

/** Says in an open dialog about the transfer that nothing can be sent any more, and why if that is known. */
export function TransferGoneBanner() {
  const consult = useConsult();
  const { transfer } = useTransfer(consult);
  const isNew = transfer?.state === 'requested' && transfer.closedReason === null;
  return <GoneBanner title={isNew ? `${fullName(transfer.author)} has requested a transfer.` : undefined} />;
}

/** Says in an open dialog about a facility that declined who has asked another one since. */
export function OfferGoneBanner({ by }: { by: Person }) {
  return <GoneBanner title={`${fullName(by)} has asked another facility.`} />;
}

function GoneBanner({ title }: { title: string | undefined }) {
  return (
    <Banner tone="warning" announce="alert" title={title}>
      <p>This can no longer be sent. Copy what you still need.</p>
    </Banner>
  );
}
