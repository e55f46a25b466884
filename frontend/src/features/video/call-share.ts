import { createStore } from 'zustand/vanilla';

const KEY = 'wardline.call-share';

/** How much of the window's width the call may take at the side of the page (percent). */
export const SHARES = { least: 30, usual: 40, most: 60 } as const;

function limited(share: number): number {
  return Math.round(Math.min(SHARES.most, Math.max(SHARES.least, share)));
}

function stored(): number {
  const share = Number(localStorage.getItem(KEY));
  return share === 0 || Number.isNaN(share) ? SHARES.usual : limited(share);
}

/** Remembered in this browser. */
export const callShare = createStore(stored);

export function resizeCall(share: number) {
  callShare.setState(limited(share), true);
}

export function rememberCallShare() {
  localStorage.setItem(KEY, String(callShare.getState()));
}
