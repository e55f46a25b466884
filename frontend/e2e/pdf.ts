import { inflateSync } from 'node:zlib';

/** The text of each page of a PDF written by Chromium: glyphs in hexadecimal, and a table for each font that maps them to characters. */
export function textOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const glyphs = new Map([...objects].map(([id, object]) => [id, glyphsOf(objects, object.head)]));
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => textOf(objects.get(reference(head, 'Contents'))?.body ?? '', fontsOf(objects, head, glyphs)));
}

interface PdfObject {
  head: string;
  body: string;
}

type Glyphs = ReadonlyMap<string, string>;

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const found = new Map<string, PdfObject>();
  for (const { 1: id = '', 2: content = '' } of text.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = content.split(/stream\r?\n/, 2);
    const compressed = head.includes('/FlateDecode') && stream !== undefined;
    found.set(id, {
      head,
      body: compressed ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : (stream ?? ''),
    });
  }
  return found;
}

function reference(head: string, name: string): string {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '';
}

/** The characters of a font's glyphs. */
function glyphsOf(objects: ReadonlyMap<string, PdfObject>, head: string): Glyphs {
  const table = objects.get(reference(head, 'ToUnicode'))?.body ?? '';
  return new Map([...singleGlyphs(table), ...glyphRanges(table)]);
}

function* singleGlyphs(table: string): Generator<[string, string]> {
  for (const { 1: lines = '' } of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const { 1: glyph = '', 2: utf16 = '' } of lines.matchAll(/<(\w+)> <(\w+)>/g))
      yield [glyph, textOfUtf16(utf16)];
  }
}

function* glyphRanges(table: string): Generator<[string, string]> {
  for (const { 1: lines = '' } of table.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const { 1: from = '', 2: to = '', 3: first = '' } of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = parseInt(from, 16); glyph <= parseInt(to, 16); glyph += 1) {
        const code = parseInt(first, 16) + glyph - parseInt(from, 16);
        yield [glyph.toString(16).toUpperCase().padStart(from.length, '0'), String.fromCodePoint(code)];
      }
    }
  }
}

function textOfUtf16(utf16: string): string {
  return (utf16.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join('');
}

function fontsOf(objects: ReadonlyMap<string, PdfObject>, head: string, glyphs: ReadonlyMap<string, Glyphs>) {
  const resources = objects.get(reference(head, 'Resources'))?.head ?? head;
  const fonts = /\/Font\s*<<([\s\S]*?)>>/.exec(resources)?.[1] ?? '';
  return new Map([...fonts.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, glyphs.get(id)]));
}

/** Without spaces, which Chromium mostly writes as offsets. */
function textOf(content: string, fonts: ReadonlyMap<string, Glyphs | undefined>): string {
  let font: Glyphs | undefined;
  let text = '';
  for (const { 1: name, 2: hex } of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name !== undefined) font = fonts.get(name);
    else for (const glyph of inGlyphs(hex, font)) text += font?.get(glyph.toUpperCase()) ?? '';
  }
  return text.replace(/\s/g, '');
}

/** All glyph numbers of a font have the same length. */
function inGlyphs(hex = '', font: Glyphs = new Map()): readonly string[] {
  const length = font.keys().next().value?.length ?? 4;
  return hex.match(new RegExp(`.{${length}}`, 'g')) ?? [];
}
