import { indentOf, type LineFormat, type RichLine, type RichRun, tidyRuns } from '@/shared/lib/rich-text';

const wordSet = (text: string) => new Set(text.trim().split(/\s+/));

/** Elements without text to be read. */
const DROPPED = wordSet(`
  audio canvas datalist embed head iframe img input link meta noscript object script select style svg template textarea title video
`);

/** Elements that begin and end a line. */
const BLOCKS = wordSet(`
  address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main nav ol p pre section summary table tbody tfoot thead tr ul
`);

const BOLD = /(?:^|;)\s*font-weight:\s*(?:(bold|[6-9]00)|\w+)/i;
const ITALIC = /(?:^|;)\s*font-style:\s*(?:(italic|oblique)|\w+)/i;

const ACTIVE_ATTRIBUTES = /\s(style|on\w+|data-pm-slice)(?=\s*=)/gi;

/**
 * The HTML with its style attributes and event handlers renamed. Otherwise the browser would block each of them because of the content
 * security policy, and log an error. A style element becomes a script element, which is parsed as loosely and does not run if it is
 * inserted later. An editor's note of where the text was copied from is disabled, too.
 */
export function disarmHtml(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, '<$1script')
    .replace(/<\w[^<>]*>/g, (tag) => tag.replace(ACTIVE_ATTRIBUTES, ' read-$1'));
}

/** The format that a text inherits from the elements around it. */
interface Inherited {
  readonly bold: boolean;
  readonly italic: boolean;
  /** White space is preserved, and line breaks in it are line breaks. */
  readonly preserved: boolean;
  /** How many lists it is nested in. */
  readonly lists: number;
}

interface Part extends Omit<RichRun, 'text'> {
  text: string;
}

type Line = LineFormat & { readonly parts: Part[] };

/** Reads lines from any HTML, whose style attributes were renamed before. It takes only text, lists, bold and italic. */
export class PastedLines {
  private readonly lines: Line[] = [];
  /** The current line; null between lines. */
  private current: Line | null = null;
  /** The format of the next line. */
  private next: LineFormat = { kind: 'paragraph', indent: 0 };
  /** Whether there was white space, which counts once text follows it on the same line. */
  private pendingSpace = false;

  constructor(root: Node, preserved = false) {
    this.children(root, { bold: false, italic: false, preserved, lists: 0 });
    this.endLine();
  }

  read(): RichLine[] {
    return this.lines.map(({ parts, ...format }) => ({ ...format, runs: tidyRuns(parts) }));
  }

  private children(parent: Node, inherited: Inherited) {
    for (const child of parent.childNodes) {
      if (child instanceof Text) this.text(child.data, inherited);
      else if (child instanceof Element) this.element(child, inherited);
    }
  }

  private element(element: Element, inherited: Inherited) {
    const tag = element.localName;
    const style = element.getAttribute('read-style') ?? '';
    if (DROPPED.has(tag) || element.classList.contains('Apple-interchange-newline') || WORD_MARKER.test(style)) return;
    const within = inheritedIn(tag, style, inherited);
    if (tag === 'br') this.endLine(this.line());
    else if (BLOCKS.has(tag)) this.block(element, formatOf(element, style, within), within);
    else this.children(element, within);
    if (tag === 'td' || tag === 'th') this.text(' ', within);
  }

  private block(element: Element, format: LineFormat | null, inherited: Inherited) {
    this.endLine();
    const before = this.next;
    this.next = format ?? before;
    this.children(element, inherited);
    this.endLine();
    if (format !== null) this.next = before;
  }

  private text(text: string, inherited: Inherited) {
    if (!inherited.preserved) {
      this.words(text, inherited);
      return;
    }
    const [first = '', ...rest] = text.split(LINE_END);
    this.write(first, inherited);
    for (const line of rest) {
      this.endLine(this.line());
      this.write(line, inherited);
    }
  }

  private words(text: string, inherited: Inherited) {
    if (text.includes(NO_BREAK_SPACE)) this.line();
    this.pendingSpace ||= /^\s/.test(text);
    const words = text.trim().replace(/\s+/g, ' ');
    if (words === '') return;
    const before = this.line().parts.at(-1);
    if (this.pendingSpace && before !== undefined) before.text += ' ';
    this.write(words, inherited);
    this.pendingSpace = /\s$/.test(text);
  }

  private write(text: string, { bold, italic }: Inherited) {
    if (text !== '') this.line().parts.push({ text, bold, italic });
  }

  private line(): Line {
    this.current ??= { ...this.next, parts: [] };
    return this.current;
  }

  private endLine(line = this.current) {
    if (line === null) return;
    this.lines.push(line);
    this.current = null;
    this.pendingSpace = false;
    // Other lines of a list item belong to its bullet.
    if (this.next.kind === 'bullet') this.next = { kind: 'paragraph', indent: indentOf(this.next.indent + 1) };
  }
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const NO_BREAK_SPACE = '\u00a0';

/** Word exports lists as paragraphs, with the bullet as text. */
const WORD_LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const WORD_MARKER = /mso-list:\s*ignore/i;

/** The format of a block's first line; null if the block around it determines that. */
function formatOf(element: Element, style: string, { lists }: Inherited): LineFormat | null {
  const [, wordLevel] = WORD_LEVEL.exec(style) ?? [];
  if (wordLevel !== undefined) return { kind: 'bullet', indent: indentOf(Number(wordLevel) - 1) };
  if (element.localName === 'li') return { kind: 'bullet', indent: indentOf(lists - 1) };
  if (element.localName !== 'p' || lists > 0) return null;
  return { kind: 'paragraph', indent: indentOf(Number(element.getAttribute('data-indent') ?? 0)) };
}

function inheritedIn(tag: string, style: string, inherited: Inherited): Inherited {
  return {
    bold: isMarked(BOLD.exec(style), tag === 'b' || tag === 'strong', inherited.bold),
    italic: isMarked(ITALIC.exec(style), tag === 'i' || tag === 'em', inherited.italic),
    preserved: inherited.preserved || tag === 'pre' || /white-space:\s*(pre|break-spaces)/i.test(style),
    lists: inherited.lists + (tag === 'ul' || tag === 'ol' ? 1 : 0),
  };
}

function isMarked(styled: RegExpExecArray | null, byTag: boolean, inherited: boolean): boolean {
  return styled === null ? byTag || inherited : styled[1] !== undefined;
}

const BULLET = /^([ \t]*)[-•*](?:[ \t]+(.*)|$)/;

/** One line for each line of the text. Two spaces before a bullet are one level. A text that continues a line does not start with a bullet. */
export function linesOfText(text: string, marks: Omit<RichRun, 'text'>, continues: boolean): RichLine[] {
  return text.split(LINE_END).map((line, index): RichLine => {
    const [, spaces, item = ''] = BULLET.exec(line) ?? [];
    if (spaces === undefined || (continues && index === 0))
      return { kind: 'paragraph', indent: 0, runs: tidyRuns([{ text: line, ...marks }]) };
    const indent = indentOf(spaces.replaceAll('\t', '  ').length / 2);
    return { kind: 'bullet', indent, runs: tidyRuns([{ text: item, ...marks }]) };
  });
}
