import type { TransferProtocolRead } from '@/api/generated/types.gen';

import type { Consult } from '@/consults/consult';
import { Fact, Facts } from './facts';
import { protocolsOf } from './protocols';
import classes from './transfer-protocols.module.css';

/** Where such patients are transferred, and the distance. */
function ProtocolFact({ protocol }: { protocol: TransferProtocolRead }) {
  const { transferFor, transferTo, transferDistanceMiles } = protocol;
  return (
    <Fact label={transferFor} wide>
      <bdi>{transferTo}</bdi>, <span className={classes.distance}>{`${transferDistanceMiles} miles`}</span>
    </Fact>
  );
}

/** Where this location transfers its patients; empty if it has no protocol. */
export function TransferProtocols({ consult }: { consult: Consult }) {
  const protocols = protocolsOf(consult);
  if (protocols.length === 0) return null;
  return (
    <section className={classes.protocols} aria-label="Transfer Protocols">
      <h2 className={classes.title}>Transfer Protocols</h2>
      <Facts>
        {protocols.map((protocol) => (
          <ProtocolFact key={protocol.transferFor} protocol={protocol} />
        ))}
      </Facts>
    </section>
  );
}
