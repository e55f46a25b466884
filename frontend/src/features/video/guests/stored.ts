import * as z from 'zod/mini';

import { json, readStored } from '@/drafts/codec';

import { savedDevices } from '../saved-devices';

const KEY = 'wardline.guest';
const SECRET_BYTES = 32;

const bindingCodec = json(z.readonly(z.object({ link: z.string(), device: z.string() })));

/** The secret in a link that this browser has opened, and the secret of this browser, to which the server binds it. */
export type Binding = z.output<typeof bindingCodec>;

/** How this tab's devices were turned in the call. */
export const guestDevices = savedDevices(`${KEY}.devices`);

/** What this browser has stored about the call to which somebody was invited on it; of several, the last one. */
export const storedBinding = {
  /** That of this link; of any link if the address has none. */
  read(link: string): Binding | null {
    const found = readStored(bindingCodec, localStorage.getItem(KEY));
    return found !== null && (link === '' || found.link === link) ? found : null;
  },

  /** A new one, before the link is opened, so that a request whose response was lost can be repeated. */
  create(link: string): Binding {
    const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
    const base64 = btoa(String.fromCharCode(...bytes));
    const device = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    localStorage.setItem(KEY, z.encode(bindingCodec, { link, device }));
    return { link, device };
  },

  clear: (): void => localStorage.removeItem(KEY),
};
