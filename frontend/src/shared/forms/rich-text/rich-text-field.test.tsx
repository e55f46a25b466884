import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { richTextbox, showRichText, typeRichText } from '@/testing/show-rich-text';

const tool = (name: string) => screen.getByRole('button', { name });

const list = {
  lines: [0, 1, 3].map((indent) => ({
    kind: 'bullet',
    indent,
    runs: [{ text: `at ${indent}`, bold: false, italic: false }],
  })),
};

describe('typing', () => {
  it('[NOTE-15] creates lines, bullets, bold and italic', async () => {
    const send = showRichText();
    await typeRichText(
      'Woke {Control>}b{/Control}weak{Control>}b{/Control}, {Control>}i{/Control}left{Control>}i{/Control}',
    );
    await typeRichText('{Enter}- one{Enter}two{Enter}{Enter}* three');
    expect(await send()).toEqual(['Woke **weak**, _left_', '* one', '* two', '* three']);
  });

  it('keeps a dash within a line and a negative number unchanged', async () => {
    const send = showRichText();
    await typeRichText('a - b{Enter}-5');
    expect(await send()).toEqual(['a - b', '-5']);
  });

  it('keeps bold across a line break', async () => {
    const send = showRichText();
    await typeRichText('{Control>}b{/Control}one{Enter}two');
    expect(await send()).toEqual(['**one**', '**two**']);
  });

  it('sends an empty value once all text is deleted', async () => {
    const send = showRichText();
    await typeRichText('- {Control>}]{/Control}a');
    expect(await send()).toEqual(['-* a']);
    await typeRichText('{Backspace}');
    expect(await send()).toBe('');
  });

  it('[NOTE-16] [BCONST-14] indents to the third level and no further', async () => {
    const send = showRichText();
    await typeRichText('- a');
    for (const indented of ['-* a', '--* a', '---* a', '---* a']) {
      await typeRichText('{Control>}]{/Control}');
      expect(await send()).toEqual([indented]);
    }
    await typeRichText('{Enter}b{Control>}[[[[{/Control}{Enter}c{Control>}[[[[[[{/Control}');
    expect(await send()).toEqual(['---* a', '-* b', '* c']);
  });

  it('exits a list with Enter on an empty bullet, level by level', async () => {
    const send = showRichText();
    await typeRichText('- a{Enter}{Control>}]]{/Control}b{Enter}{Enter}c{Enter}{Enter}{Enter}d');
    expect(await send()).toEqual(['* a', '--* b', '-* c', 'd']);
  });

  it('removes the bullet, then the levels, then the line with Backspace at the start of a line', async () => {
    const send = showRichText();
    await typeRichText('one{Enter}- {Control>}]{/Control}');
    const linesAndValue = async () => [richTextbox().children.length, await send()];
    await typeRichText('{Backspace}x');
    expect(await linesAndValue()).toEqual([2, ['one', '-x']]);
    await typeRichText('{Backspace}{Backspace}y');
    expect(await linesAndValue()).toEqual([2, ['one', 'y']]);
    await typeRichText('{Backspace}{Backspace}');
    expect(await linesAndValue()).toEqual([1, ['one']]);
  });

  it('can be undone and redone', async () => {
    const send = showRichText();
    await typeRichText('- a{Control>}]{/Control}');
    await typeRichText('{Control>}zzzz{/Control}');
    expect(await send()).toBe('');
    await typeRichText('{Control>}yyy{Shift>}z{/Shift}{/Control}');
    expect(await send()).toEqual(['-* a']);
  });
});

describe('the toolbar', () => {
  it('is one tab stop before the text, and Tab leaves the text', async () => {
    showRichText({ actions: [{ label: 'Fill', apply: () => '' }] });
    await userEvent.tab();
    expect(tool('Bold')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(tool('Fill')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(tool('Italic')).toHaveFocus();
    await userEvent.tab();
    expect(richTextbox()).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
    await userEvent.tab({ shift: true });
    await userEvent.tab({ shift: true });
    expect(tool('Italic')).toHaveFocus();
  });

  it('shows the format at the caret, and keeps focus in the text when it is clicked', async () => {
    const send = showRichText();
    expect(screen.getByRole('toolbar', { name: 'History: formatting' })).toBeInTheDocument();
    await typeRichText('a ');
    const onBlur = vi.fn<() => void>();
    richTextbox().addEventListener('blur', onBlur);
    await userEvent.click(tool('Bold'));
    expect(onBlur).not.toHaveBeenCalled();
    expect(richTextbox()).toHaveFocus();
    expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(tool('Bulleted list'));
    expect(tool('Bulleted list')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(tool('Italic'));
    await typeRichText('b');
    expect(await send()).toEqual(['* a _b_']);
    await userEvent.click(tool('Bulleted list'));
    expect(await send()).toEqual(['a _b_']);
  });

  it('[NOTE-16] [BCONST-14] offers no fourth level', async () => {
    const send = showRichText();
    await typeRichText('- a');
    expect(tool('Outdent')).toHaveAttribute('aria-disabled', 'true');
    for (let press = 1; press <= 4; press += 1) await userEvent.click(tool('Indent'));
    expect(tool('Indent')).toHaveAttribute('aria-disabled', 'true');
    expect(await send()).toEqual(['---* a']);
    await userEvent.click(tool('Outdent'));
    expect(tool('Indent')).toHaveAttribute('aria-disabled', 'false');
    expect(await send()).toEqual(['--* a']);
  });

  it('applies to all selected lines', async () => {
    const send = showRichText({}, list);
    await typeRichText('{Control>}a{/Control}');
    await userEvent.click(tool('Indent'));
    expect(await send()).toEqual(['-* at 0', '--* at 1', '---* at 3']);
    await userEvent.click(tool('Bold'));
    await userEvent.click(tool('Bulleted list'));
    expect(await send()).toEqual(['-**at 0**', '--**at 1**', '---**at 3**']);
  });

  it('keeps focus on its buttons when it is used with the keyboard', async () => {
    const send = showRichText({}, list);
    await userEvent.tab();
    await userEvent.keyboard('{End}{Enter}{ArrowLeft} ');
    expect(tool('Indent')).toHaveFocus();
    expect(await send()).toEqual(['-* at 0', '-* at 1', '---* at 3']);
    expect(within(screen.getByRole('group', { name: 'Format' })).getAllByRole('button')).toHaveLength(5);
  });
});
