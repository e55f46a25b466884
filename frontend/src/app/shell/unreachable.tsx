import { useState } from 'react';

import type { Me } from '@/session/me';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { openPagingSettings } from './paging-settings';

const banner = lazyComponent(async () => (await import('@/features/contacts/unreachable-note')).UnreachableBanner);
const RETRY_MS = 5_000;

/** Warns users on call whom nothing can reach outside the application, once for each check-in. */
export function UnreachableOf({ me }: { me: Me | undefined }) {
  return me !== undefined && me.checkedInLineIds.length > 0 && <Unreachable />;
}

function Unreachable() {
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Lazy component={banner} retryAfter={RETRY_MS}>
      {(UnreachableBanner) => (
        <UnreachableBanner onOpenPaging={openPagingSettings} onDismiss={() => setDismissed(true)} />
      )}
    </Lazy>
  );
}
