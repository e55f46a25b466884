import type { MarkType } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';

import { allBullets, indent, outdent } from './commands';
import { bold, italic } from './schema';

/** What the toolbar says of the place where somebody types, or of what is selected. */
export interface Formatting {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly bullets: boolean;
  readonly indentable: boolean;
  readonly outdentable: boolean;
}

/** Answers the formatting that was known where nothing of it has changed. */
export function formattingOf(state: EditorState, known?: Formatting): Formatting {
  const found = {
    bold: isOn(state, bold),
    italic: isOn(state, italic),
    bullets: allBullets(state),
    indentable: indent(state),
    outdentable: outdent(state),
  };
  return known !== undefined && JSON.stringify(known) === JSON.stringify(found) ? known : found;
}

function isOn({ doc, selection, storedMarks }: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return mark.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, mark);
}
