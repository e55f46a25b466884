import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';
import { userStorage } from '@/drafts/user-storage';

/** No prefix of the key of a saved call. */
const KEY = 'since-of-call';

const sinceCodec = json(z.object({ meetingId: z.string(), since: z.number() }));

/** Records since when this window has been connected in a meeting, for a reloaded page (milliseconds since 1970, the server's clock). */
export function saveCallSince(meetingId: string, since: number) {
  userStorage.write(KEY, z.encode(sinceCodec, { meetingId, since }));
}

/** After the call, nothing of it stays. */
export function clearCallSince() {
  userStorage.remove(KEY);
}

/** Null unless this tab has been connected in this meeting before. */
export function savedCallSince(meetingId: string): number | null {
  const saved = readStored(sinceCodec, userStorage.read(KEY));
  return saved?.meetingId === meetingId ? saved.since : null;
}
