import { NotSaved } from '@/drafts/not-saved';

import type { FailedAction } from './action';
import type { OfferedAction } from './offered-actions';

/** What each action should have done, by its key. */
const expected = {
  acknowledge: 'acknowledged',
  acknowledgeTransfer: 'transferAcknowledged',
  completeTransfer: 'transferCompleted',
} as const;

interface FailedActionBannerProps {
  actions: readonly OfferedAction[];
  failed: FailedAction | null;
}

/** Explains the failed attempt for as long as the action is still offered. */
export function FailedActionBanner({ actions, failed }: FailedActionBannerProps) {
  const action = actions.find(({ key }) => key === failed?.key);
  if (action === undefined || failed === null || !isKnown(failed.key)) return null;
  return <NotSaved failure={failed.failure} button={action.label} expected={expected[failed.key]} />;
}

function isKnown(key: string): key is keyof typeof expected {
  return key in expected;
}
