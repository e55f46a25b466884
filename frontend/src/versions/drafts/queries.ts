import { useMutation } from '@tanstack/react-query';

import {
  approveDraft,
  discardDraft,
  publishDraft,
  scheduleDraft,
  unscheduleDraft,
} from '@/api/generated/sdk/administration.gen';
import type { DraftRead } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';

import { REFUSALS } from '../queries';

/** What can be done with a draft besides changing it. */
export type DraftAction =
  | { readonly does: 'publish'; readonly confirmed: string[] }
  | { readonly does: 'schedule'; readonly publishAt: string; readonly confirmed: string[] }
  | { readonly does: 'unschedule' | 'approve' | 'discard' };

export interface DraftToAct {
  readonly draft: Pick<DraftRead, 'id' | 'version'>;
  readonly action: DraftAction;
}

/** The caller shows the failure. */
export function useDraftAction() {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: (about: DraftToAct) => attempt(about, (idempotencyKey) => act(about, idempotencyKey)),
  });
}

function act({ draft: { id, version }, action }: DraftToAct, idempotencyKey: string): Promise<DraftRead> {
  const call = {
    path: { draft_id: id },
    headers: { 'If-Match': version },
    meta: { quiet: REFUSALS, idempotencyKey },
  };
  switch (action.does) {
    case 'publish':
      return publishDraft({ ...call, body: { confirmed: action.confirmed } });
    case 'schedule':
      return scheduleDraft({ ...call, body: { publishAt: action.publishAt, confirmed: action.confirmed } });
    case 'unschedule':
      return unscheduleDraft(call);
    case 'approve':
      return approveDraft(call);
    case 'discard':
      return discardDraft(call);
  }
}
