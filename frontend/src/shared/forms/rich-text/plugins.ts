import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { InputRule, inputRules } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Command } from 'prosemirror-state';

import { indent, exitEmptyBullet, outdent, splitLine, unformatLine } from './commands';
import { bold, italic, lineFormat } from './schema';

/** Prevents the browser's action for the key, such as leaving the page, even if the command does nothing. */
function handled(command: Command): Command {
  return (state, dispatch, view) => {
    command(state, dispatch, view);
    return true;
  };
}

const enter = chainCommands(exitEmptyBullet, splitLine);

/** Tab is not included, because it leaves the field. */
const keys: Record<string, Command> = {
  'Mod-b': handled(toggleMark(bold)),
  'Mod-i': handled(toggleMark(italic)),
  'Mod-]': handled(indent),
  'Mod-[': handled(outdent),
  'Mod-z': handled(undo),
  'Shift-Mod-z': handled(redo),
  'Mod-y': handled(redo),
  Enter: enter,
  'Shift-Enter': enter,
  Backspace: unformatLine,
};

const bulletRule = new InputRule(/^[-*] $/, ({ tr }, _match, start, end) => {
  const $start = tr.doc.resolve(start);
  if (lineFormat($start.parent).kind === 'bullet') return null;
  return tr.delete(start, end).setNodeAttribute($start.before(), 'kind', 'bullet');
});

export const plugins = [history(), inputRules({ rules: [bulletRule] }), keymap(keys), keymap(baseKeymap)];
