import * as z from 'zod/mini';

import { revokeDutyToken } from '@/api/generated/sdk/paging.gen';
import { json, readStored } from '@/drafts/codec';

/** Where this tab stores it; it outlasts a sign-out that its user did not choose. */
export const DUTY_KEY = 'wardline.duty';

const stored = json(
  z.readonly(
    z.object({
      /** The provider's identifier of the user. */
      subject: z.string(),
      userId: z.number(),
      /** For `listDutyPages`, which returns nothing about patients, and `revokeDutyToken`. */
      token: z.string(),
      /** Whether a verified contact besides the screen reaches the user; null if that is not known. */
      reachable: z.nullable(z.boolean()),
    }),
  ),
);

/** What lets this tab ring for its user, who is on call, while nobody is signed in. */
export type LockedDuty = z.output<typeof stored>;

export const lockedDuty = {
  read: (): LockedDuty | null => readStored(stored, sessionStorage.getItem(DUTY_KEY)),
  write: (duty: LockedDuty): void => sessionStorage.setItem(DUTY_KEY, z.encode(stored, duty)),
  remove: (): void => sessionStorage.removeItem(DUTY_KEY),

  /** Ends it on the server as well. Not awaited: without a network, this tab is silent all the same. */
  revoke(): void {
    const duty = this.read();
    this.remove();
    if (duty === null) return;
    const headers = { Authorization: `Duty ${duty.token}` };
    const meta = { quiet: true, retries: 0, withoutSession: true };
    revokeDutyToken({ headers, keepalive: true, meta }).catch(() => undefined);
  },

  /** Another user of this tab does not ring for the previous one. */
  belongTo(subject: string): void {
    if (this.read()?.subject !== subject) this.revoke();
  },
};
