import type { ReactNode } from 'react';

import type { Line } from '@/api/contract/lines.gen';
import type { LocationRead } from '@/api/generated/types.gen';

/** What was typed into a request form, by field; it may come from an older session, so nothing in it is sure. */
export type RequestDraft = Readonly<Record<string, unknown>>;

/** A line's own part of the wizard's last step. */
export interface RequestFormProps {
  contract: Line;
  /** Where the patient is; clinical times are typed in its zone. */
  unit: LocationRead;
  draft: RequestDraft | null;
  /** Called with everything typed so far, so that a reload keeps it. */
  onDraft: (draft: RequestDraft) => void;
  /** Sends the line's request; rejects with the server's refusal, whose fields the form then shows. */
  onSubmit: (request: RequestDraft) => Promise<void>;
  /** What there is to say beside the buttons, such as that nothing was sent. */
  notice?: ReactNode;
}
