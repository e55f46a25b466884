import { indentOf, type LineLook, type RichLine, type RichRun, tidyRuns } from '@/shared/lib/rich-text';

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Elements whose text is not for reading, or that are no text. */
const DROPPED = words(`
  audio canvas datalist embed head iframe img input link meta noscript object script select style svg template textarea title video
`);

/** Elements that begin and end a line. */
const BLOCKS = words(`
  address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main nav ol p pre section summary table tbody tfoot thead tr ul
`);

const BOLD = /(?:^|;)\s*font-weight:\s*(?:(bold|[6-9]00)|\w+)/i;
const ITALIC = /(?:^|;)\s*font-style:\s*(?:(italic|oblique)|\w+)/i;

const AS_DATA = /\s(style|on\w+|data-pm-slice)(?=\s*=)/gi;

/**
 * The HTML with its styles as data: the browser would otherwise refuse each of them by the content security policy, and say so. A style
 * element becomes one of a script, which is read as loosely and does not run where it is put in later. What an editor notes of the
 * place that it copied from is not to be obeyed either.
 */
export function asData(html: string): string {
  return html.replace(/<(\/?)style\b/gi, '<$1script').replace(/<\w[^<>]*>/g, (tag) => tag.replace(AS_DATA, ' read-$1'));
}

/** What the elements around a text say of it. */
interface Around {
  readonly bold: boolean;
  readonly italic: boolean;
  /** White space is kept, and its line ends are line ends. */
  readonly preserved: boolean;
  /** How many lists it stands in. */
  readonly lists: number;
}

interface Part extends Omit<RichRun, 'text'> {
  text: string;
}

type Line = LineLook & { readonly parts: Part[] };

/** Reads the lines of somebody else's HTML, its styles being data. Only text, lists, bold and italic are taken from it. */
export class PastedLines {
  private readonly lines: Line[] = [];
  /** The line that is being written; null between lines. */
  private current: Line | null = null;
  /** How the next line looks. */
  private next: LineLook = { kind: 'paragraph', indent: 0 };
  /** White space that counts once something follows it on its line. */
  private gap = false;

  constructor(root: Node, preserved = false) {
    this.children(root, { bold: false, italic: false, preserved, lists: 0 });
    this.endLine();
  }

  read(): RichLine[] {
    return this.lines.map(({ parts, ...look }) => ({ ...look, runs: tidyRuns(parts) }));
  }

  private children(parent: Node, around: Around) {
    for (const child of parent.childNodes) {
      if (child instanceof Text) this.text(child.data, around);
      else if (child instanceof Element) this.element(child, around);
    }
  }

  private element(element: Element, around: Around) {
    const tag = element.localName;
    const style = element.getAttribute('read-style') ?? '';
    if (DROPPED.has(tag) || element.classList.contains('Apple-interchange-newline') || WORD_MARKER.test(style)) return;
    const within = aroundIn(tag, style, around);
    if (tag === 'br') this.endLine(this.line());
    else if (BLOCKS.has(tag)) this.block(element, lookOf(element, style, within), within);
    else this.children(element, within);
    if (tag === 'td' || tag === 'th') this.text(' ', within);
  }

  private block(element: Element, look: LineLook | null, around: Around) {
    this.endLine();
    const before = this.next;
    this.next = look ?? before;
    this.children(element, around);
    this.endLine();
    if (look !== null) this.next = before;
  }

  private text(text: string, around: Around) {
    if (!around.preserved) {
      this.words(text, around);
      return;
    }
    const [first = '', ...rest] = text.split(LINE_END);
    this.write(first, around);
    for (const line of rest) {
      this.endLine(this.line());
      this.write(line, around);
    }
  }

  private words(text: string, around: Around) {
    if (text.includes(NO_BREAK_SPACE)) this.line();
    this.gap ||= /^\s/.test(text);
    const words = text.trim().replace(/\s+/g, ' ');
    if (words === '') return;
    const before = this.line().parts.at(-1);
    if (this.gap && before !== undefined) before.text += ' ';
    this.write(words, around);
    this.gap = /\s$/.test(text);
  }

  private write(text: string, { bold, italic }: Around) {
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
    this.gap = false;
    // What else stands in a list's item belongs to its bullet.
    if (this.next.kind === 'bullet') this.next = { kind: 'paragraph', indent: indentOf(this.next.indent + 1) };
  }
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const NO_BREAK_SPACE = '\u00a0';

/** Word writes its lists as paragraphs, with the bullet as text. */
const WORD_LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const WORD_MARKER = /mso-list:\s*ignore/i;

/** How a block's first line looks; null where that is for the blocks around it to say. */
function lookOf(element: Element, style: string, { lists }: Around): LineLook | null {
  const [, wordLevel] = WORD_LEVEL.exec(style) ?? [];
  if (wordLevel !== undefined) return { kind: 'bullet', indent: indentOf(Number(wordLevel) - 1) };
  if (element.localName === 'li') return { kind: 'bullet', indent: indentOf(lists - 1) };
  if (element.localName !== 'p' || lists > 0) return null;
  return { kind: 'paragraph', indent: indentOf(Number(element.getAttribute('data-indent') ?? 0)) };
}

function aroundIn(tag: string, style: string, around: Around): Around {
  return {
    bold: marked(BOLD.exec(style), tag === 'b' || tag === 'strong', around.bold),
    italic: marked(ITALIC.exec(style), tag === 'i' || tag === 'em', around.italic),
    preserved: around.preserved || tag === 'pre' || /white-space:\s*(pre|break-spaces)/i.test(style),
    lists: around.lists + (tag === 'ul' || tag === 'ol' ? 1 : 0),
  };
}

function marked(styled: RegExpExecArray | null, byTag: boolean, around: boolean): boolean {
  return styled === null ? byTag || around : styled[1] !== undefined;
}

const BULLET = /^([ \t]*)[-•*](?:[ \t]+(.*)|$)/;

/** A line for each line; two blanks before a bullet stand for a level. What continues a line begins with no bullet. */
export function linesOfText(text: string, marks: Omit<RichRun, 'text'>, continues: boolean): RichLine[] {
  return text.split(LINE_END).map((line, index): RichLine => {
    const [, blanks, item = ''] = BULLET.exec(line) ?? [];
    if (blanks === undefined || (continues && index === 0))
      return { kind: 'paragraph', indent: 0, runs: tidyRuns([{ text: line, ...marks }]) };
    const indent = indentOf(blanks.replaceAll('\t', '  ').length / 2);
    return { kind: 'bullet', indent, runs: tidyRuns([{ text: item, ...marks }]) };
  });
}
