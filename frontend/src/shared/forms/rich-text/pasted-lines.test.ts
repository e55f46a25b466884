import { describe, expect, it } from 'vitest';

import { brief } from '@/testing/show-rich-text';

import { linesOfText, PastedLines, disarmHtml } from './pasted-lines';

function linesOfHtml(html: string): unknown {
  const root = document.createElement('div');
  root.innerHTML = disarmHtml(html);
  return brief({ lines: new PastedLines(root).read() });
}

const nested = (depth: number): string => (depth === 0 ? '' : `<ul><li>${depth}${nested(depth - 1)}</li></ul>`);

describe('pasted HTML', () => {
  const cases: [name: string, html: string, lines: string[]][] = [
    ['nested lists, three levels at most', nested(6), ['* 6', '-* 5', '--* 4', '---* 3', '---* 2', '---* 1']],
    ['lists beside their items', '<ol><li>a</li><ul><li>b</li></ul><li>c</li></ol>', ['* a', '-* b', '* c']],
    ['items without a list', '<li>a</li>', ['* a']],
    ['levels without text', '<ul><li><ul><li>a</li></ul></li></ul>b', ['-* a', 'b']],
    ['several lines in one item', '<ul><li><p>a</p><p>b</p></li><li>c<br>d</li></ul>', ['* a', '-b', '* c', '-d']],
    ['paragraphs', '<p>a</p><div>b<div>c</div></div>d<h1>e</h1>', ['a', 'b', 'c', 'd', 'e']],
    ['line breaks', 'a<br>b<br><br>c<p>d<br></p><p><br></p><p>e</p>', ['a', 'b', '', 'c', 'd', '', 'e']],
    ['bold and italic', '<b>a</b> <strong>b</strong><i>c <em>d</em></i>', ['**a b**_c d_']],
    ['styles', '<b style="font-weight:normal">a<i style="font-style: oblique">b</i></b>', ['a_b_']],
    ['other styles', '<p style="color:red; FONT-WEIGHT: 700">a<span style="font-weight:400">b</span>', ['**a**b']],
    ['white space', '\n <p>\n a\n  b <b> c</b>\n</p>\n <p>&nbsp;</p> <p> d </p>', ['a b **c**', '', 'd']],
    ['preformatted text', '<pre>a\n  b</pre><span style="white-space: pre-wrap">c  d</span>', ['a', '  b', 'c  d']],
    ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', ['a b', 'c']],
    ['links', '<a href="https://example.org/">a</a>', ['a']],
    [
      'no scripts',
      '<script>alert(1)</script><style>p {}</style><img src=x onerror="alert(1)"><svg><text>x</text></svg>a',
      ['a'],
    ],
    ['no control characters', 'a\u0000&#1;\ud800\u0007b', ['ab']],
    [
      'lists from Word',
      '<p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o<span>&nbsp; </span></span>a</p><p>b</p>',
      ['-* a', 'b'],
    ],
    ['markup added by a browser', '<p>a</p><br class="Apple-interchange-newline">', ['a']],
    ['text that looks like a style', '<p title="a style=b">a style=b</p>', ['a style=b']],
  ];
  it.each(cases)('[NOTE-15] %s', (_name, html, lines) => expect(linesOfHtml(html)).toEqual(lines));
});

describe('pasted text', () => {
  const cases: [text: string, lines: string[]][] = [
    ['a\nb\r\nc\rd\n\ne', ['a', 'b', 'c', 'd', '', 'e']],
    ['- a\n• b\n* c\n-', ['* a', '* b', '* c', '* ']],
    ['-5\n*note*\n2 - 1', ['-5', '*note*', '2 - 1']],
    ['- a\n  - b\n\t\t- c\n          - d', ['* a', '-* b', '--* c', '---* d']],
    ['a\tb\0\u0001', ['a b']],
  ];
  const plain = { bold: false, italic: false };
  it.each(cases)('becomes lines and bullets: %j', (text, lines) => {
    expect(brief({ lines: linesOfText(text, plain, false) })).toEqual(lines);
  });

  it('does not start a bullet in the middle of a line', () => {
    expect(brief({ lines: linesOfText('- a\n- b', { bold: true, italic: false }, true) })).toEqual([
      '**- a**',
      '* **b**',
    ]);
  });
});
