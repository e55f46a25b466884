import { DOMParser, DOMSerializer, Fragment, type ResolvedPos, Slice } from 'prosemirror-model';
import type { EditorProps } from 'prosemirror-view';

import { type Block, blocksOf, type Bullet, plainText, type RichLine } from '@/shared/lib/rich-text';

import { linesOfText, PastedLines, disarmHtml } from './pasted-lines';
import { bold, italic, linesIn, nodesOf, schema } from './schema';

class PastedParser extends DOMParser {
  override parseSlice(dom: Node) {
    // HTML copied from such an editor is marked as such, and its white space is preserved.
    const isOwn = dom instanceof Element && dom.querySelector('[read-data-pm-slice]') !== null;
    return sliceOf(new PastedLines(dom, isOwn).read());
  }
}

/** A single paragraph is inserted into the current line, whatever its kind. */
function sliceOf(lines: readonly RichLine[]): Slice {
  const nodes = nodesOf(lines);
  const [first, second] = nodes;
  if (first === undefined) return Slice.empty;
  if (second === undefined && lines[0]?.kind === 'paragraph') return new Slice(first.content, 0, 0);
  return new Slice(Fragment.from(nodes), 1, 1);
}

function sliceOfText(text: string, $position: ResolvedPos): Slice {
  const marks = $position.marks();
  const marksAround = { bold: bold.isInSet(marks) !== undefined, italic: italic.isInSet(marks) !== undefined };
  return sliceOf(linesOfText(text, marksAround, $position.parentOffset > 0));
}

class CopySerializer extends DOMSerializer {
  override serializeFragment(content: Fragment, _options?: object, target?: HTMLElement | DocumentFragment) {
    const fragment = target ?? document.createDocumentFragment();
    fragment.append(...blocksOf({ lines: linesIn(content) }).map(elementOf));
    return fragment;
  }
}

function elementOf(block: Block): HTMLElement {
  if ('bullets' in block) return listOf(block.bullets);
  const paragraph = filled('p', block.paragraph);
  if (block.paragraph.indent > 0) paragraph.setAttribute('data-indent', String(block.paragraph.indent));
  return paragraph;
}

function listOf(bullets: readonly Bullet[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { line, below } of bullets) {
    const item = filled('li', line);
    if (below.length > 0) item.append(listOf(below));
    list.append(item);
  }
  return list;
}

function filled(tag: 'p' | 'li', line: RichLine | null): HTMLElement {
  const element = document.createElement(tag);
  const [node] = line === null ? [] : nodesOf([line]);
  if (node !== undefined) DOMSerializer.fromSchema(schema).serializeFragment(node.content, {}, element);
  if (node?.content.size === 0) element.append(document.createElement('br'));
  return element;
}

/** Part of a single line is copied as its text; several lines include their bullets and levels. */
function textOf({ content }: Slice): string {
  const lines = linesIn(content);
  if (lines.length === 1) return plainText({ lines });
  return lines
    .map((line) => '  '.repeat(line.indent) + (line.kind === 'bullet' ? '- ' : '') + plainText({ lines: [line] }))
    .join('\n');
}

const isEmptySlice = (_view: unknown, _event: unknown, slice: Slice) => slice.size === 0;

export const clipboard: Partial<EditorProps> = {
  transformPastedHTML: disarmHtml,
  clipboardParser: new PastedParser(schema, []),
  clipboardTextParser: sliceOfText,
  clipboardSerializer: new CopySerializer({}, {}),
  clipboardTextSerializer: textOf,
  // Otherwise the browser would open a dropped file and leave the page.
  handlePaste: isEmptySlice,
  handleDrop: isEmptySlice,
};
