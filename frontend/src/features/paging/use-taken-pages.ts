import { useEffect, useEffectEvent, useRef } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { toastInfo } from '@/shared/ui/toasts';

import { findTakerOfPage } from './queries';

/** More vanish at once only when the user goes off call. */
const MAX_TOLD = 3;

/** Says who has taken what no longer waits for the user, unless it was the user, or the consult's own page says so. */
export function useTakenPages(pages: readonly PageRead[], openConsultId: string | null) {
  const before = useRef(pages);
  const compare = useEffectEvent(() => {
    const gone = before.current.filter(({ id }) => pages.every((page) => page.id !== id));
    before.current = pages;
    if (gone.length > MAX_TOLD) return;
    for (const page of gone) if (page.consultId !== openConsultId) void tell(page);
  });
  const ids = pages.map(({ id }) => id).join();
  useEffect(() => compare(), [ids]);
}

async function tell({ id, kind, serviceLineName, locationName }: PageRead) {
  // Nothing else is acknowledged.
  if (kind !== 'request' && kind !== 'transfer') return;
  const name = await findTakerOfPage(id);
  if (name !== null) toastInfo(`Taken by ${name}: ${serviceLineName}, ${locationName}`);
}
