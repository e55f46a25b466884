import { DOMParser, DOMSerializer, Fragment, type ResolvedPos, Slice } from 'prosemirror-model';
import type { EditorProps } from 'prosemirror-view';

import { type Block, blocksOf, type Bullet, plainText, type RichLine } from '@/shared/lib/rich-text';

import { linesOfText, PastedLines, asData } from './pasted-lines';
import { bold, italic, linesIn, nodesOf, schema } from './schema';

class PastedParser extends DOMParser {
  override parseSlice(dom: Node) {
    // What comes from such an editor says so, and has its spaces as they were typed.
    const own = dom instanceof Element && dom.querySelector('[read-data-pm-slice]') !== null;
    return sliceOf(new PastedLines(dom, own).read());
  }
}

/** One paragraph is put into the line that is there, whatever that is. */
function sliceOf(lines: readonly RichLine[]): Slice {
  const nodes = nodesOf(lines);
  const [only, second] = nodes;
  if (only === undefined) return Slice.empty;
  if (second === undefined && lines[0]?.kind === 'paragraph') return new Slice(only.content, 0, 0);
  return new Slice(Fragment.from(nodes), 1, 1);
}

function sliceOfText(text: string, $place: ResolvedPos): Slice {
  const marks = $place.marks();
  const around = { bold: bold.isInSet(marks) !== undefined, italic: italic.isInSet(marks) !== undefined };
  return sliceOf(linesOfText(text, around, $place.parentOffset > 0));
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

/** A part of one line is its text; whole lines show their bullets and levels. */
function textOf({ content }: Slice): string {
  const lines = linesIn(content);
  if (lines.length === 1) return plainText({ lines });
  return lines
    .map((line) => '  '.repeat(line.indent) + (line.kind === 'bullet' ? '- ' : '') + plainText({ lines: [line] }))
    .join('\n');
}

const hasNothing = (_view: unknown, _event: unknown, slice: Slice) => slice.size === 0;

export const clipboard: Partial<EditorProps> = {
  transformPastedHTML: asData,
  clipboardParser: new PastedParser(schema, []),
  clipboardTextParser: sliceOfText,
  clipboardSerializer: new CopySerializer({}, {}),
  clipboardTextSerializer: textOf,
  // A file that is dropped beside the mark would take the browser away from the page.
  handlePaste: hasNothing,
  handleDrop: hasNothing,
};
