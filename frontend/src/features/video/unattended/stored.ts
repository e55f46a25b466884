import { UNATTENDED_PREFIX, type Unattended } from '@/session/unattended';

import { savedDevices } from '../saved-devices';

const devices = savedDevices(`${UNATTENDED_PREFIX}devices`);

/** What this tab has stored for unattended patient mode. */
export const unattended = {
  read: (name: keyof Unattended): string | null => sessionStorage.getItem(UNATTENDED_PREFIX + name),

  write(values: Partial<Unattended>): void {
    for (const [name, value] of Object.entries(values)) sessionStorage.setItem(UNATTENDED_PREFIX + name, value);
  },

  writeDevices: devices.write,
  readDevices: devices.read,

  clear(): void {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(UNATTENDED_PREFIX)) sessionStorage.removeItem(key);
  },
};
