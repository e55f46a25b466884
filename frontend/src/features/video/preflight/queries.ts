import { checkNetwork } from '@/api/generated/sdk/video.gen';
import type { NetworkCheck } from '@/api/generated/types.gen';

/** The relays that a call would use; rejects without an answer in time. */
export function relaysToTry(timeout: number): Promise<NetworkCheck> {
  return checkNetwork({ meta: { quiet: true, retries: 0, timeout } });
}
