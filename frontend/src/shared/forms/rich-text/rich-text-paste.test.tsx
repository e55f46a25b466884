import { act, fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';

import { linesOf } from '@/shared/lib/rich-text';
import { pasteRichText, putCaret, richTextbox, showRichText, typeRichText } from '@/testing/show-rich-text';

/** The clipboard's data after Copy or Cut. */
function copied(how: 'copy' | 'cut' = 'copy'): Record<string, string> {
  const data: Record<string, string> = {};
  const clipboardData = { clearData: () => undefined, setData: (type: string, text: string) => (data[type] = text) };
  fireEvent[how](richTextbox(), { clipboardData });
  return data;
}

it('[NOTE-16] [BCONST-14] pastes lists as bullets, three levels at most', async () => {
  const send = showRichText();
  const html = '<ul><li>a<ul><li>b<ul><li>c<ul><li>d<ul><li>e</li></ul></li></ul></li></ul></li></ul></li></ul>';
  pasteRichText({ 'text/html': html, 'text/plain': 'something else' });
  expect(await send()).toEqual(['* a', '-* b', '--* c', '---* d', '---* e']);
});

it('[NOTE-16] [BCONST-14] accepts no deeper level from HTML that claims to come from such a field', async () => {
  const send = showRichText();
  const html =
    '<p data-pm-slice="1 1 [&quot;line&quot;,{&quot;indent&quot;:9}]" data-indent="7" data-kind="bullet">a</p><p>b</p>';
  pasteRichText({ 'text/html': html });
  expect(await send()).toEqual(['---a', 'b']);
});

it('[NOTE-16] [BCONST-14] accepts no deeper level from changes made by the browser', async () => {
  const send = showRichText();
  const deep = Object.assign(document.createElement('p'), { textContent: 'a' });
  deep.dataset.indent = '9';
  await act(async () => {
    richTextbox().append(deep);
    await Promise.resolve();
  });
  expect(await send()).toEqual(['', '---a']);
});

it('inserts a few words into the current line', async () => {
  const send = showRichText({}, linesOf(['Glucose: mg', ''], 'bullet'));
  putCaret(0, 9);
  pasteRichText({ 'text/html': '<meta charset="utf-8"><b>90</b> ' });
  expect(await send()).toEqual(['* Glucose: **90**mg', '* ']);
});

it('keeps an empty bullet when a few words are pasted', async () => {
  const send = showRichText();
  await typeRichText('- ');
  pasteRichText({ 'text/plain': 'a' });
  expect(await send()).toEqual(['* a']);
});

it('inserts lines between the text before and after the caret', async () => {
  const send = showRichText({}, linesOf(['one two']));
  putCaret(0, 4);
  pasteRichText({ 'text/plain': 'a\n- b\nc ' });
  expect(await send()).toEqual(['one a', '* b', 'c two']);
});

it('pastes each line of a text as a line, with bullets, and with the marks at the caret', async () => {
  const send = showRichText();
  await typeRichText('{Control>}b{/Control}x{Enter}');
  pasteRichText({ 'text/plain': '- a\n\u0000b' });
  expect(await send()).toEqual(['**x**', '* a', 'b']);
});

it('ignores a picture, and keeps what was selected', async () => {
  const send = showRichText();
  await typeRichText('a{Control>}a{/Control}');
  pasteRichText({ 'text/html': '<img src="https://example.org/beacon.png" onerror="alert(1)">' });
  expect(await send()).toEqual(['a']);
  expect(richTextbox().querySelector('img')).toBeNull();
});

const note = {
  lines: [
    ...linesOf(['Head  of', '']).lines,
    ...linesOf(['a', 'b'], 'bullet').lines.map((line, index) => ({ ...line, indent: index * 2 })),
    { kind: 'paragraph', indent: 1, runs: [{ text: 'end', bold: true, italic: true }] },
  ],
};

it('is copied as ordinary HTML and as text', async () => {
  showRichText({}, note);
  await typeRichText('{Control>}a{/Control}');
  const data = copied();
  expect(data['text/plain']).toBe('Head  of\n\n- a\n    - b\n  end');
  expect(data['text/html']?.replace(/ data-pm-slice="[^"]*"/, '')).toBe(
    '<p>Head  of</p><p><br></p><ul><li>a<ul><li><ul><li>b</li></ul></li></ul></li></ul>' +
      '<p data-indent="1"><strong><em>end</em></strong></p>',
  );
});

it('is pasted as it was cut', async () => {
  const send = showRichText({}, note);
  await typeRichText('{Control>}a{/Control}');
  const data = copied('cut');
  expect(await send()).toBe('');
  pasteRichText(data);
  expect(await send()).toEqual(['Head  of', '', '* a', '--* b', '-**_end_**']);
});

it('replaces an empty bullet with whole lines', async () => {
  const send = showRichText({}, note);
  await typeRichText('{Control>}a{/Control}');
  const { 'text/html': html = '' } = copied();
  await typeRichText('{Delete}- ');
  pasteRichText({ 'text/html': html });
  expect(await send()).toEqual(['Head  of', '', '* a', '--* b', '-**_end_**']);
});

it('copies part of a bullet as its text', () => {
  showRichText({}, linesOf(['one two'], 'bullet'));
  putCaret(0, 4);
  document.getSelection()?.extend(document.getSelection()!.anchorNode!, 7);
  fireEvent(document, new Event('selectionchange'));
  expect(copied()['text/plain']).toBe('two');
});

it('splits and joins lines at the caret', async () => {
  const send = showRichText({}, linesOf(['one two'], 'bullet'));
  putCaret(0, 4);
  await typeRichText('{Enter}');
  expect(await send()).toEqual(['* one ', '* two']);
  await typeRichText('{Backspace}{Backspace}');
  expect(await send()).toEqual(['* one two']);
});
