import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';

/** Where this tab stores it; it outlasts a sign-out that its user did not choose. */
export const DUTY_KEY = 'wardline.duty';

const stored = json(
  z.readonly(
    z.object({
      /** The provider's identifier of the user. */
      subject: z.string(),
      userId: z.number(),
      /** For `listDutyPages` only, which returns nothing about patients. */
      token: z.string(),
    }),
  ),
);

/** What lets this tab ring for its user, who is on call, while nobody is signed in. */
export type LockedDuty = z.output<typeof stored>;

export const lockedDuty = {
  read: (): LockedDuty | null => readStored(stored, sessionStorage.getItem(DUTY_KEY)),
  write: (duty: LockedDuty): void => sessionStorage.setItem(DUTY_KEY, z.encode(stored, duty)),
  remove: (): void => sessionStorage.removeItem(DUTY_KEY),

  /** Another user of this tab does not ring for the previous one. */
  belongTo(subject: string): void {
    if (this.read()?.subject !== subject) this.remove();
  },
};
