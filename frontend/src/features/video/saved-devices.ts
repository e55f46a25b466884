import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';

import type { SavedCall } from './saved-call';

const devicesCodec = json(z.readonly(z.object({ microphone: z.boolean(), camera: z.boolean() })));

/** How this tab's devices were turned, under this key: a device that is off stays off over reloads. */
export function savedDevices(key: string) {
  return {
    read: (): SavedCall['on'] =>
      readStored(devicesCodec, sessionStorage.getItem(key)) ?? { microphone: true, camera: true },
    write: ({ microphone, camera }: SavedCall['on']): void =>
      sessionStorage.setItem(key, z.encode(devicesCodec, { microphone, camera })),
  };
}
