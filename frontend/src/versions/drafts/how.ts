/** Whether a change applies at once, or is saved as a draft. */
export type How = 'now' | 'draft';

interface Draftable {
  readonly draft: object | null;
  readonly needsApproval: boolean;
}

/** An open draft is changed as a draft. */
export function howOf({ draft, needsApproval }: Draftable): How {
  return draft !== null || needsApproval ? 'draft' : 'now';
}
