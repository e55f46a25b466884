/** What windows tell each other through Janus, which sends it to all: a message besides says whom it is for. */
import { isFields } from '@/api/rules';

import { type CallMessage, type PeerMedia, readMessage } from '../peer-media';

export interface Told {
  readonly media: PeerMedia;
  /** For one attendee. */
  readonly message?: { readonly to: string; readonly content: CallMessage };
  /** Asks the others to tell their states, because Janus keeps nothing for who comes later. */
  readonly asks?: boolean;
}

export function writeTold({ media, message, asks = false }: Told): string {
  return JSON.stringify({ ...media, ...message?.content, ...(message && { to: message.to }), ...(asks && { asks }) });
}

/** For this attendee; null if it is nothing that can be understood. */
export function readTold(
  data: unknown,
  own: string,
): { media: PeerMedia; message: CallMessage | null; asks: boolean } | null {
  const read = readMessage(data);
  if (read === null || typeof data !== 'string') return null;
  const found: unknown = JSON.parse(data);
  const { to, asks } = isFields(found) ? found : {};
  return { media: read.media, message: to === own ? read.message : null, asks: asks === true };
}
