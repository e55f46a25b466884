import { type Fragment, type Mark, type MarkSpec, type Node, Schema } from 'prosemirror-model';

import { indentOf, isRichText, type LineFormat, type RichLine, type RichText, tidyRuns } from '@/shared/lib/rich-text';

/** A flat list of lines. Nothing can be nested, so an invalid level cannot occur. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'line+' },
    line: {
      content: 'text*',
      attrs: { kind: { default: 'paragraph' }, indent: { default: 0 } },
      defining: true,
      selectable: false,
      toDOM: (node) => {
        const { kind, indent } = lineFormat(node);
        return ['p', { 'data-kind': kind, 'data-indent': String(indent) }, 0];
      },
      parseDOM: [{ tag: 'p', getAttrs: ({ dataset: { kind, indent } }) => ({ kind, indent: Number(indent ?? 0) }) }],
    },
    text: {},
  },
  marks: {
    bold: mark('strong', 'b'),
    italic: mark('em', 'i'),
  },
});

function mark(shown: string, ...others: string[]): MarkSpec {
  return { toDOM: () => [shown, 0], parseDOM: [shown, ...others].map((tag) => ({ tag })) };
}

export const { bold, italic } = schema.marks;
const { line: lineType } = schema.nodes;

/** A line's attributes, which the library does not type. */
export function lineFormat({ attrs }: Node): LineFormat {
  return { kind: attrs.kind === 'bullet' ? 'bullet' : 'paragraph', indent: indentOf(Number(attrs.indent)) };
}

/** The editor's content as the form's value; without any text, it is unanswered. */
export function valueOf(doc: Node): RichText | '' {
  const lines = linesIn(doc.content);
  return lines.some(({ runs }) => runs.length > 0) ? { lines } : '';
}

export function linesIn(content: Fragment): RichLine[] {
  return content.content.map((line) => ({ ...lineFormat(line), runs: tidyRuns(line.content.content.map(runOf)) }));
}

function runOf({ text = '', marks }: Node) {
  return { text, bold: bold.isInSet(marks) !== undefined, italic: italic.isInSet(marks) !== undefined };
}

/** The document for a value; anything that is not rich text becomes an empty line. */
export function docOf(value: unknown): Node {
  const lines = isRichText(value) ? nodesOf(value.lines) : [];
  return schema.node('doc', null, lines.length > 0 ? lines : [lineType.create()]);
}

export function nodesOf(lines: readonly RichLine[]): Node[] {
  return lines.map(({ kind, indent, runs }) =>
    lineType.create(
      { kind, indent },
      tidyRuns(runs).map((run) => schema.text(run.text, marksOf(run))),
    ),
  );
}

function marksOf(run: { bold: boolean; italic: boolean }): Mark[] {
  return [...(run.bold ? [bold.create()] : []), ...(run.italic ? [italic.create()] : [])];
}
