import { useLocation } from '@tanstack/react-router';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { EmptyState } from '@/shared/ui/empty-state';

/** Beside the list while nothing is picked; a phone shows the list alone. Of transfers there is no list to pick from. */
export function WelcomePage() {
  const transfers = useLocation({ select: ({ pathname }) => pathname.startsWith('/transfer') });
  if (useIsMobile()) return null;
  return (
    <EmptyState icon="comment" title="Welcome to Wardline">
      {transfers ? undefined : 'Pick a consult from the list to see it here.'}
    </EmptyState>
  );
}
