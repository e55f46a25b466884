import type { Node } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';

import { indentOf, type LineLook } from '@/shared/lib/rich-text';

import { lineLook } from './schema';

type Change = (look: LineLook) => LineLook;

const deeper: Change = (look) => ({ ...look, indent: indentOf(look.indent + 1) });
const shallower: Change = (look) => ({ ...look, indent: indentOf(look.indent - 1) });
const asParagraph: Change = (look) => ({ ...look, kind: 'paragraph' });
const asBullet: Change = (look) => ({ ...look, kind: 'bullet' });

export const indent = changeLines(deeper);
export const outdent = changeLines(shallower);

/** Makes bullets, and paragraphs where there are only bullets. */
export const toggleBullets: Command = (state, dispatch) =>
  changeLines(allBullets(state) ? asParagraph : asBullet)(state, dispatch);

export function allBullets(state: EditorState): boolean {
  return selectedLines(state).every(({ node }) => lineLook(node).kind === 'bullet');
}

/** Applies to every line that the selection touches; not applicable where nothing would change. */
function changeLines(change: Change): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    for (const { node, pos } of selectedLines(state)) setLook(tr, pos, lineLook(node), change(lineLook(node)));
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

function setLook(tr: Transaction, pos: number, before: LineLook, after: LineLook) {
  if (before.kind !== after.kind) tr.setNodeAttribute(pos, 'kind', after.kind);
  if (before.indent !== after.indent) tr.setNodeAttribute(pos, 'indent', after.indent);
}

/** The next line looks as this one. */
export const splitLine: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const marks = state.storedMarks ?? ($to.parentOffset > 0 ? $from.marks() : []);
  const tr = state.tr.deleteSelection();
  // With everything selected the selection begins before the first line.
  dispatch?.(tr.split(Math.max(1, tr.selection.from)).ensureMarks(marks).scrollIntoView());
  return true;
};

/** Ends a list by Enter on a bullet without text: one level at a time, then the bullet itself. */
export const leaveEmptyBullet: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  const { kind, indent: level } = lineLook($from.parent);
  if (!empty || kind !== 'bullet' || $from.parent.content.size > 0) return false;
  return changeLines(level > 0 ? shallower : asParagraph)(state, dispatch);
};

/** Backspace before a line's text takes what the line has beside it: the bullet, then its levels. */
export const undressLine: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  if (!empty || $from.parentOffset > 0) return false;
  return changeLines(lineLook($from.parent).kind === 'bullet' ? asParagraph : shallower)(state, dispatch);
};
