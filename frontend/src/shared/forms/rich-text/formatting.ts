import type { MarkType } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';

import { allBullets, indent, outdent } from './commands';
import { bold, italic } from './schema';

/** What the toolbar shows for the caret or the selection. */
export interface Formatting {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly bullets: boolean;
  readonly indentable: boolean;
  readonly outdentable: boolean;
}

/** Returns the previous object if nothing has changed. */
export function formattingOf(state: EditorState, previous?: Formatting): Formatting {
  const current = {
    bold: isOn(state, bold),
    italic: isOn(state, italic),
    bullets: allBullets(state),
    indentable: indent(state),
    outdentable: outdent(state),
  };
  return previous !== undefined && JSON.stringify(previous) === JSON.stringify(current) ? previous : current;
}

function isOn({ doc, selection, storedMarks }: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return mark.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, mark);
}
