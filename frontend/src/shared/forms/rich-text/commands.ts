import type { Node } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';

import { indentOf, type LineFormat } from '@/shared/lib/rich-text';

import { lineFormat } from './schema';

type Change = (format: LineFormat) => LineFormat;

const deeper: Change = (format) => ({ ...format, indent: indentOf(format.indent + 1) });
const shallower: Change = (format) => ({ ...format, indent: indentOf(format.indent - 1) });
const asParagraph: Change = (format) => ({ ...format, kind: 'paragraph' });
const asBullet: Change = (format) => ({ ...format, kind: 'bullet' });

export const indent = changeLines(deeper);
export const outdent = changeLines(shallower);

/** Turns the lines into bullets, or into paragraphs if all of them are bullets. */
export const toggleBullets: Command = (state, dispatch) =>
  changeLines(allBullets(state) ? asParagraph : asBullet)(state, dispatch);

export function allBullets(state: EditorState): boolean {
  return selectedLines(state).every(({ node }) => lineFormat(node).kind === 'bullet');
}

/** Applies to every line that the selection touches; not applicable if nothing would change. */
function changeLines(change: Change): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    for (const { node, pos } of selectedLines(state)) setFormat(tr, pos, lineFormat(node), change(lineFormat(node)));
    if (tr.steps.length === 0) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

function selectedLines({ doc, selection }: EditorState): { node: Node; pos: number }[] {
  const lines: { node: Node; pos: number }[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, pos) => {
    if (node.isTextblock) lines.push({ node, pos });
    return false;
  });
  return lines;
}

function setFormat(tr: Transaction, pos: number, before: LineFormat, after: LineFormat) {
  if (before.kind !== after.kind) tr.setNodeAttribute(pos, 'kind', after.kind);
  if (before.indent !== after.indent) tr.setNodeAttribute(pos, 'indent', after.indent);
}

/** The new line has the same format. */
export const splitLine: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const marks = state.storedMarks ?? ($to.parentOffset > 0 ? $from.marks() : []);
  const tr = state.tr.deleteSelection();
  // If everything is selected, the selection begins before the first line.
  dispatch?.(tr.split(Math.max(1, tr.selection.from)).ensureMarks(marks).scrollIntoView());
  return true;
};

/** Enter on an empty bullet outdents it one level at a time, then removes the bullet. */
export const exitEmptyBullet: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  const { kind, indent: level } = lineFormat($from.parent);
  if (!empty || kind !== 'bullet' || $from.parent.content.size > 0) return false;
  return changeLines(level > 0 ? shallower : asParagraph)(state, dispatch);
};

/** Backspace at the start of a line removes the bullet, then the indentation, one level at a time. */
export const unformatLine: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  if (!empty || $from.parentOffset > 0) return false;
  return changeLines(lineFormat($from.parent).kind === 'bullet' ? asParagraph : shallower)(state, dispatch);
};
