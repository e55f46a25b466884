import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { InputRule, inputRules } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Command } from 'prosemirror-state';

import { indent, leaveEmptyBullet, outdent, splitLine, undressLine } from './commands';
import { bold, italic, lineLook } from './schema';

/** Keeps the key from the browser, which would leave the page or open its own list, even where there is nothing to do. */
function taken(command: Command): Command {
  return (state, dispatch, view) => {
    command(state, dispatch, view);
    return true;
  };
}

const enter = chainCommands(leaveEmptyBullet, splitLine);

/** Tab is not among them: it leaves the field. */
const keys: Record<string, Command> = {
  'Mod-b': taken(toggleMark(bold)),
  'Mod-i': taken(toggleMark(italic)),
  'Mod-]': taken(indent),
  'Mod-[': taken(outdent),
  'Mod-z': taken(undo),
  'Shift-Mod-z': taken(redo),
  'Mod-y': taken(redo),
  Enter: enter,
  'Shift-Enter': enter,
  Backspace: undressLine,
};

const bulletRule = new InputRule(/^[-*] $/, ({ tr }, _match, start, end) => {
  const $start = tr.doc.resolve(start);
  if (lineLook($start.parent).kind === 'bullet') return null;
  return tr.delete(start, end).setNodeAttribute($start.before(), 'kind', 'bullet');
});

export const plugins = [history(), inputRules({ rules: [bulletRule] }), keymap(keys), keymap(baseKeymap)];
