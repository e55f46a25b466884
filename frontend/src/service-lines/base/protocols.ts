import type { TransferProtocolRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';

const TRANSFERS = ['LVO', 'Thrombolytic'] as const;

/** One protocol of each kind that the location has, preferably that of the consult's own line id. */
export function protocolsOf({
  serviceLineId,
  Encounter,
}: Pick<Consult, 'serviceLineId' | 'Encounter'>): TransferProtocolRead[] {
  return TRANSFERS.flatMap((kind) => {
    const found = Encounter.location.TransferProtocols.filter(({ transferFor }) => transferFor === kind);
    const protocol = found.find((one) => one.serviceLineId === serviceLineId) ?? found[0];
    return protocol === undefined ? [] : [protocol];
  });
}
