import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { dutyNoticesQuery } from '@/features/duty-notices/queries';
import type { Me } from '@/session/me';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const dutyBar = lazyComponent(async () => (await import('./duty-bar-of')).DutyBarOf);

/** Usually it was loaded while there was nothing to say. */
const RETRY_MILLISECONDS = 3_000;

/** What the user should know about their duty, on every page; absent until the user is known. */
export function DutyNoticesOf({ me }: { me: Me | undefined }) {
  return me !== undefined && <DutyNotices me={me} />;
}

function DutyNotices({ me }: { me: Me }) {
  const notices = useQuery(dutyNoticesQuery(me.id)).data ?? [];
  const navigate = useNavigate();
  // It stays, because what has ended keeps its place for a moment.
  const [hasBar, setHasBar] = useState(false);
  if (notices.length > 0 && !hasBar) setHasBar(true);
  if (!hasBar) return null;
  return (
    <Lazy component={dutyBar} retryAfter={RETRY_MILLISECONDS}>
      {(DutyBarOf) => <DutyBarOf notices={notices} onOpen={(path) => void navigate({ href: path })} />}
    </Lazy>
  );
}
