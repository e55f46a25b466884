import { useState } from 'react';

import { UnreachableBanner } from '@/features/contacts/unreachable-note';
import type { Me } from '@/session/me';

import { openPagingSettings } from './paging-settings';

/** Warns users on call whom nothing can reach outside the application, once for each check-in. */
export function UnreachableOf({ me }: { me: Me | undefined }) {
  return me !== undefined && me.checkedInLineIds.length > 0 && <Unreachable />;
}

function Unreachable() {
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return <UnreachableBanner onOpenPaging={openPagingSettings} onDismiss={() => setDismissed(true)} />;
}
