import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import { indentOf, linesOf, type RichLine } from '@/shared/lib/rich-text';

import { RichTextView } from './rich-text';

const line = (kind: RichLine['kind'], indent: number, text: string): RichLine => ({
  kind,
  indent: indentOf(indent),
  runs: text === '' ? [] : [{ text, bold: false, italic: false }],
});

function shown(lines: RichLine[]): string {
  return render(<RichTextView value={{ lines }} />).container.firstElementChild!.innerHTML;
}

it('[NOTE-15] shows bullets as nested lists, and bold and italic as semantic elements', () => {
  const runs = ['', 'b', 'i', 'bi'].map((marks) => ({
    text: `<${marks}>`,
    bold: marks.includes('b'),
    italic: marks.includes('i'),
  }));
  const lines = [{ ...line('paragraph', 0, ''), runs }, line('bullet', 0, 'a'), line('bullet', 1, 'b')];
  expect(shown([...lines, line('bullet', 0, 'c')])).toBe(
    '<p data-indent="0">&lt;&gt;<strong>&lt;b&gt;</strong><em>&lt;i&gt;</em><strong><em>&lt;bi&gt;</em></strong></p>' +
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
  );
});

it('shows a nested bullet without bullets above it in nested lists', () => {
  expect(shown([line('bullet', 2, 'a')])).toBe(
    '<ul><li data-level-only="true"><ul><li data-level-only="true"><ul><li>a</li></ul></li></ul></li></ul>',
  );
});

it('keeps the levels of paragraphs, and lines without text', () => {
  expect(shown([line('paragraph', 3, 'a'), ...linesOf(['']).lines])).toBe(
    '<p data-indent="3">a</p><p data-indent="0"><br></p>',
  );
});
