import { NotSaved } from '@/drafts/not-saved';

import type { OfferedAction } from './offered-actions';
import type { Acknowledgment } from './use-acknowledgment';

interface NotAcknowledgedProps {
  actions: readonly OfferedAction[];
  failed: Acknowledgment['failed'];
}

/** Explains the failed attempt for as long as the consult can still be acknowledged. */
export function NotAcknowledged({ actions, failed }: NotAcknowledgedProps) {
  const action = actions.find(({ key }) => key === 'acknowledge');
  if (action === undefined || failed === null) return null;
  return <NotSaved failure={failed.failure} button={action.label} expected="acknowledged" />;
}
