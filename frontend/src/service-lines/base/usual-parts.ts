/** What is known of every consult, for lines that have nothing more to say. */
export const infoRow = async () => (await import('./info-row')).InfoRow;

/** The type of the call, a comment and a signature, for lines that ask no more. */
export const signOffDialog = async () => (await import('./sign-off-dialog')).SignOffDialog;

/** What such a sign-off says. */
export const signOffFacts = async () => (await import('./sign-off-facts')).SignOffFacts;

/** The type of the call and a comment, for lines that ask no more. */
export const completionDialog = async () => (await import('./completion-dialog')).CompletionDialog;

/** The stroke note, which both stroke lines write. */
export const strokeNoteForm = async () => (await import('./stroke-note/stroke-note-form')).StrokeNoteForm;

/** What such a note says. */
export const strokeNoteFacts = async () => (await import('./stroke-note/stroke-note-facts')).StrokeNoteFacts;
