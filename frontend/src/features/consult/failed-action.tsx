import { NotSaved } from '@/drafts/not-saved';

import type { FailedAction } from './action';
import type { OfferedAction } from './offered-actions';

/** What each action should have done. */
const expected = {
  acknowledge: 'acknowledged',
  acknowledgeTransfer: 'transferAcknowledged',
  completeTransfer: 'transferCompleted',
} as const satisfies Record<FailedAction['key'], string>;

interface FailedActionsProps {
  actions: readonly OfferedAction[];
  failed: readonly (FailedAction | null)[];
}

/** Explains each failed attempt for as long as its action is still offered. */
export function FailedActions({ actions, failed }: FailedActionsProps) {
  return failed.map((attempt) => {
    const action = actions.find(({ key }) => key === attempt?.key);
    if (action === undefined || attempt === null) return null;
    const { key, failure } = attempt;
    return <NotSaved key={key} failure={failure} button={action.label} expected={expected[key]} />;
  });
}
