import type { TransferProtocolRead } from '@/api/generated/types.gen';

import type { Consult } from '@/consults/consult';
import { Fact } from './facts';
import classes from './transfer-protocols.module.css';

const TRANSFERS = ['LVO', 'Thrombolytic'] as const;

/** One protocol of each kind that the location has, preferably that of the consult's own line id. */
export function protocolsOf({ serviceLineId, Encounter }: Consult): TransferProtocolRead[] {
  return TRANSFERS.flatMap((kind) => {
    const found = Encounter.location.TransferProtocols.filter(({ transferFor }) => transferFor === kind);
    const protocol = found.find((one) => one.serviceLineId === serviceLineId) ?? found[0];
    return protocol === undefined ? [] : [protocol];
  });
}

/** Where such patients are transferred, and the distance. */
export function ProtocolFact({ protocol }: { protocol: TransferProtocolRead }) {
  const { transferFor, transferTo, transferDistanceMiles } = protocol;
  return (
    <Fact label={transferFor} wide>
      <bdi>{transferTo}</bdi>, <span className={classes.distance}>{`${transferDistanceMiles} miles`}</span>
    </Fact>
  );
}
