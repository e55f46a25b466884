import { toggleMark } from 'prosemirror-commands';
import type { Command } from 'prosemirror-state';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

import { useStore } from 'zustand';
import type { RichText } from '@/shared/lib/rich-text';
import { Icon, type IconName } from '@/shared/ui/icon';

import { indent, outdent, toggleBullets } from './commands';
import type { Editor } from './editor';
import type { Formatting } from './formatting';
import { bold, italic } from './schema';
import classes from './toolbar.module.css';

export interface ToolbarAction {
  readonly label: string;
  /** Returns the new value; the same value if there is nothing to do. */
  readonly apply: (value: unknown) => RichText | '';
}

interface Tool {
  readonly label: string;
  readonly icon: IconName;
  readonly command: Command;
  readonly key?: string;
  readonly pressed?: keyof Formatting;
  readonly enabled?: keyof Formatting;
}

const tools: readonly Tool[] = [
  { label: 'Bold', icon: 'bold', command: toggleMark(bold), key: 'B', pressed: 'bold' },
  { label: 'Italic', icon: 'italic', command: toggleMark(italic), key: 'I', pressed: 'italic' },
  { label: 'Bulleted list', icon: 'list', command: toggleBullets, pressed: 'bullets' },
  { label: 'Indent', icon: 'indent', command: indent, key: ']', enabled: 'indentable' },
  { label: 'Outdent', icon: 'outdent', command: outdent, key: '[', enabled: 'outdentable' },
];

export interface ToolbarProps {
  editor: Editor;
  /** The field's label. */
  label: string;
  /** The id of the text box. */
  controls: string;
  actions: readonly ToolbarAction[];
}

/** One tab stop; the arrow keys move between the buttons. */
export function Toolbar({ editor, label, controls, actions }: ToolbarProps) {
  const formatting = useStore(editor.formatting);
  const [focused, setFocused] = useState(0);
  // There may be fewer actions than before.
  const reachable = Math.min(focused, tools.length + actions.length - 1);
  const at = (index: number) => ({ tabIndex: index === reachable ? 0 : -1, onFocus: () => setFocused(index) });
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus
    <div
      className={classes.toolbar}
      role="toolbar"
      aria-label={`${label}: formatting`}
      aria-controls={controls}
      // Keeps focus, the caret and a phone's keyboard in the text.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={moveFocus}
    >
      <Group label="Format">
        {tools.map(({ label: name, icon, command, key, pressed, enabled }, index) => (
          <button
            key={name}
            type="button"
            className={classes.tool}
            {...at(index)}
            aria-label={name}
            title={key === undefined ? name : `${name} (${MODIFIER}${key})`}
            aria-pressed={pressed && formatting[pressed]}
            // Stays focusable, because a disabled button would lose focus.
            aria-disabled={enabled && !formatting[enabled]}
            onClick={({ detail }) => {
              editor.run(command);
              // A click without a pointer comes from the keyboard; focus stays on the button.
              if (detail > 0) editor.focus();
            }}
          >
            <Icon name={icon} />
          </button>
        ))}
      </Group>
      {actions.length > 0 && (
        <Group label="Quick fill">
          {actions.map((action, index) => (
            <button
              key={action.label}
              type="button"
              className={classes.action}
              {...at(tools.length + index)}
              onClick={() => editor.fill(action.apply)}
            >
              {action.label}
            </button>
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.group} role="group" aria-label={label}>
      {children}
    </div>
  );
}

const MODIFIER = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl+';

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  const steps: Partial<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = steps[event.key];
  if (target === undefined) return;
  event.preventDefault();
  buttons.at(target % buttons.length)?.focus();
}
