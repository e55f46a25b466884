import { useRouter } from '@tanstack/react-router';

import { ErrorState } from '@/shared/ui/error-state';

/** Replaces a page that failed to load or crashed; the navigation stays usable. */
export function RouteFailure() {
  const router = useRouter();
  return (
    <ErrorState title="This page could not be shown" order={1} onRetry={() => void router.invalidate()}>
      For emergent consult requests please follow the backup procedure for your location
    </ErrorState>
  );
}
