import { useLocation } from '@tanstack/react-router';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { EmptyState } from '@/shared/ui/empty-state';

/** Beside the list while nothing is picked; a phone shows the list alone. */
export function WelcomePage() {
  const transfers = useLocation({ select: ({ pathname }) => pathname.startsWith('/transfer') });
  if (useIsMobile()) return null;
  return (
    <EmptyState icon="comment" title="Welcome to Wardline">
      Pick a {transfers ? 'transfer' : 'consult'} from the list to see it here.
    </EmptyState>
  );
}
