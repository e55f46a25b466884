/** Said once a change that is made apart from the form is saved. */
export const SAVED_IN_DRAFT = 'Saved in the draft.';

/** That such a change does not apply at once. */
export function InDraft() {
  return <p>This is saved in the draft. It happens once the draft is published:</p>;
}
