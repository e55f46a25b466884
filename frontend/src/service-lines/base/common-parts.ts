/** The facts of every consult, for lines without facts of their own. */
export const infoRow = async () => (await import('./info-row')).InfoRow;

/** The type of call, a comment and a signature, for lines without questions of their own. */
export const signOffDialog = async () => (await import('./sign-off-dialog')).SignOffDialog;

/** The facts of such a sign-off. */
export const signOffFacts = async () => (await import('./sign-off-facts')).SignOffFacts;

/** The type of call and a comment, for lines without questions of their own. */
export const completionDialog = async () => (await import('./completion-dialog')).CompletionDialog;

/** The stroke note, which both stroke lines use. */
export const strokeNoteForm = async () => (await import('./stroke-note/stroke-note-form')).StrokeNoteForm;

/** The facts of such a note. */
export const strokeNoteFacts = async () => (await import('./stroke-note/stroke-note-facts')).StrokeNoteFacts;
