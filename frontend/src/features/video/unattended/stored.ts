import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';
import { UNATTENDED_PREFIX, type Unattended } from '@/session/unattended';

import type { SavedCall } from '../saved-call';

const DEVICES_KEY = `${UNATTENDED_PREFIX}devices`;

const devicesCodec = json(z.readonly(z.object({ microphone: z.boolean(), camera: z.boolean() })));

/** What this tab has stored for unattended patient mode. */
export const unattended = {
  read: (name: keyof Unattended): string | null => sessionStorage.getItem(UNATTENDED_PREFIX + name),

  write(values: Partial<Unattended>): void {
    for (const [name, value] of Object.entries(values)) sessionStorage.setItem(UNATTENDED_PREFIX + name, value);
  },

  /** A device that is off stays off when the mode begins, and over reloads. */
  writeDevices: ({ microphone, camera }: SavedCall['on']): void =>
    sessionStorage.setItem(DEVICES_KEY, z.encode(devicesCodec, { microphone, camera })),

  readDevices: (): SavedCall['on'] =>
    readStored(devicesCodec, sessionStorage.getItem(DEVICES_KEY)) ?? { microphone: true, camera: true },

  clear(): void {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(UNATTENDED_PREFIX)) sessionStorage.removeItem(key);
  },
};
