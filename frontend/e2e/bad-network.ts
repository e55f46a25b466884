import { createSocket, type Socket } from 'node:dgram';

/** A network between browsers and a relay. Media between two browsers cross it twice, to the relay and from it. */
export interface BadNetwork {
  /** Where the relay seems to be. */
  readonly port: number;
  /** From now on, this part of all packets is lost, and the others arrive later (milliseconds), on each crossing. */
  readonly set: (loss: number, delay: number) => void;
  readonly stop: () => Promise<void>;
}

/** Forwards UDP packets to this port of this machine and back. */
export async function startBadNetwork(relayPort: number): Promise<BadNetwork> {
  let [loss, delay] = [0, 0];
  const inside = createSocket('udp4');
  /** The socket through which the relay sees each browser's port. */
  const outside = new Map<number, Socket>();
  const cross = (send: () => void) => {
    if (Math.random() < loss) return;
    if (delay === 0) send();
    else setTimeout(send, delay);
  };
  const socketOf = (browserPort: number) => {
    const known = outside.get(browserPort);
    if (known !== undefined) return known;
    const socket = createSocket('udp4');
    socket.on('message', (packet) => cross(() => inside.send(packet, browserPort, '127.0.0.1')));
    outside.set(browserPort, socket);
    return socket;
  };
  inside.on('message', (packet, { port }) => cross(() => socketOf(port).send(packet, relayPort, '127.0.0.1')));
  await new Promise<void>((resolve) => inside.bind(0, '127.0.0.1', resolve));
  const stop = () => {
    // Packets that are still on their way are lost.
    [loss, delay] = [1, 0];
    for (const socket of [inside, ...outside.values()]) socket.removeAllListeners();
    return Promise.resolve();
  };
  const set = (newLoss: number, newDelay: number) => {
    [loss, delay] = [newLoss, newDelay];
  };
  return { port: inside.address().port, set, stop };
}
