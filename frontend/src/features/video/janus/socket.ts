/** Sockets that the library opens and forgets: it would hear the end of an old one as that of the new one. */

export interface OpenedSocket {
  /** Closes it; nothing is heard of it from then on. */
  readonly retire: () => void;
}

let latest: OpenedSocket | null = null;

/** Opens a socket for the library. */
export function openSocket(url: string, protocol: string): WebSocket {
  const socket = new WebSocket(url, protocol);
  const heard = new AbortController();
  const listen = socket.addEventListener.bind(socket);
  socket.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
    listen(type, listener, { signal: heard.signal });
  const retire = () => {
    heard.abort();
    socket.close();
  };
  latest = { retire };
  return socket;
}

/** The socket that is opened meanwhile; null if none is. */
export function socketOpenedBy(open: () => void): OpenedSocket | null {
  latest = null;
  open();
  return latest;
}
