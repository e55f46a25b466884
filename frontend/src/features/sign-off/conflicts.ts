import { isApiError } from '@/api/errors';
import { isFields } from '@/api/rules';

/** Why this window cannot edit the note, or can no longer edit it. */
export type Conflict =
  | { readonly kind: 'locked'; readonly holder: string }
  | { readonly kind: 'elsewhere'; readonly byMyself: boolean }
  | { readonly kind: 'signed' };

const CONFLICT = 409;
/** Used if the server does not provide the user's name. */
export const UNNAMED = 'someone else';

/** A conflict that this window detects in a successful response. */
export class OutdatedNoteError extends Error {
  readonly conflict: Conflict;

  constructor(conflict: Conflict) {
    super('The note has changed since this window last saved it.');
    this.conflict = conflict;
  }
}

/** The conflict that a refusal reports; null for any other failure. */
export function conflictOf(failure: unknown): Conflict | null {
  if (failure instanceof OutdatedNoteError) return failure.conflict;
  if (!isApiError(failure, CONFLICT)) return null;
  switch (failure.code) {
    case 'locked_by_another':
      return { kind: 'locked', holder: nameOf(failure.details.lockedUser) };
    case 'open_elsewhere':
      return { kind: 'elsewhere', byMyself: true };
    case 'not_locked':
      return { kind: 'elsewhere', byMyself: false };
    case 'already_signed_off':
      return { kind: 'signed' };
    default:
      return null;
  }
}

function nameOf(user: unknown): string {
  const names = isFields(user) ? [user.firstName, user.lastName] : [];
  const known = names.filter((part) => typeof part === 'string' && part !== '');
  return known.length === 0 ? UNNAMED : known.join(' ');
}
