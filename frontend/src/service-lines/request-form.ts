import type { ReactNode } from 'react';

import type { Line } from '@/api/contract/lines.gen';
import type { LocationRead } from '@/api/generated/types.gen';

/** The values typed into a request form, by field. They may come from an older version, so they must be validated. */
export type RequestDraft = Readonly<Record<string, unknown>>;

/** A line's own part of the wizard's last step. */
export interface RequestFormProps {
  contract: Line;
  /** Where the patient is; clinical times are entered in its time zone. */
  unit: LocationRead;
  draft: RequestDraft | null;
  /** Called with everything typed so far, so that it survives a reload. */
  onDraft: (draft: RequestDraft) => void;
  /** Sends the request; rejects with the server's refusal, whose field errors the form then shows. */
  onSubmit: (request: RequestDraft) => Promise<void>;
  /** A message above the buttons, for example that nothing was sent. */
  notice?: ReactNode;
}
