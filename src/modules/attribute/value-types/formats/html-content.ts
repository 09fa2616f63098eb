import { countCharacters } from './text-content.ts';

export interface HtmlContent {
  /** Names of all elements, opened or closed, lower case. */
  readonly tags: ReadonlySet<string>;
  /** Characters outside of tags and comments; a character reference counts once. */
  readonly textLength: number;
  /**
   * Readable text: without markup, with blanks between the words of different blocks, common character references
   * resolved.
   */
  readonly words: string;
}

/** Elements that do not part words: "<b>W</b>ord" reads "Word". */
const INLINE = /^(?:a|abbr|b|bdi|bdo|cite|code|em|i|kbd|mark|s|small|span|strong|sub|sup|u|wbr)$/;
const CHARACTER_REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,31}));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface HtmlPart {
  /** `raw` is the content of elements such as `style`; `unclosed` is a tag or comment that never ends. */
  readonly kind: 'text' | 'markup' | 'raw' | 'unclosed';
  readonly source: string;
  /** Name of the element in lower case, of markup that is no comment. */
  readonly tag?: string | undefined;
}

/**
 * Returns the parts of an HTML fragment by the tokenizer rules of the HTML standard (13.2.5): `<` starts a tag only
 * before a letter, `/`, `!` or `?`, so "< 55dB" and "<1 second" are text. One pass; the parts together are the
 * fragment.
 */
function* htmlParts(html: string): Generator<HtmlPart> {
  let position = 0;
  for (
    let start = html.indexOf('<');
    start !== -1;
    start = html.indexOf('<', Math.max(position, start + 1))
  ) {
    const end = endOfMarkup(html, start);
    if (end === null) continue;
    if (start > position) yield { kind: 'text', source: html.slice(position, start) };
    if (end === -1) {
      yield { kind: 'unclosed', source: html.slice(start) };
      return;
    }
    const tag = /^<\/?([a-z][^\s/>]*)/i
      .exec(html.slice(start, Math.min(end, start + 100)))?.[1]
      ?.toLowerCase();
    yield { kind: 'markup', source: html.slice(start, end), tag };
    position = end;
    if (tag === undefined || html[start + 1] === '/' || !RAW_TEXT.test(tag)) continue;
    position = endOfRawText(html, tag, end);
    yield { kind: 'raw', source: html.slice(end, position) };
  }
  yield { kind: 'text', source: html.slice(position) };
}

/** Finds the elements and the text of an HTML fragment. */
export function readHtml(html: string): HtmlContent {
  const tags = new Set<string>();
  let text = '';
  let plainText = '';
  for (const { kind, source, tag } of htmlParts(html)) {
    if (kind === 'markup') {
      if (tag !== undefined) tags.add(tag);
      if (tag === undefined || !INLINE.test(tag)) plainText += ' ';
      continue;
    }
    // Browsers drop markup that never ends; here it counts as text.
    text += source;
    if (kind !== 'raw') plainText += source;
  }
  return {
    tags,
    textLength: countCharacters(text.replaceAll(CHARACTER_REFERENCE, ' ')),
    words: plainText.replaceAll(CHARACTER_REFERENCE, (_reference, decimal, hexadecimal, name) =>
      name === undefined
        ? fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16))
        : (NAMED[name.toLowerCase()] ?? ' '),
    ),
  };
}

/**
 * Returns an HTML fragment with its text changed piece by piece, character references as they are written; markup
 * stays.
 */
export const mapHtmlText = (html: string, change: (source: string) => string): string =>
  [...htmlParts(html)].map(({ kind, source }) => (kind === 'text' ? change(source) : source)).join('');

const fromCodePoint = (point: number): string =>
  point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : ' ';

/** Returns the end of the markup that starts at `start`: null when no markup starts there, -1 when it never ends. */
function endOfMarkup(html: string, start: number): number | null {
  const next = html[start + 1] ?? '';
  if (html.startsWith('<!--', start)) return after(html, '-->', start + 2);
  if (next === '!' || next === '?') return after(html, '>', start);
  const nameStart = next === '/' ? start + 2 : start + 1;
  return /[a-z]/i.test(html[nameStart] ?? '') ? endOfTag(html, nameStart) : null;
}

function after(html: string, mark: string, from: number): number {
  const markIndex = html.indexOf(mark, from);
  return markIndex === -1 ? -1 : markIndex + mark.length;
}

/** Elements whose content is text up to their own end tag, whatever it looks like. */
const RAW_TEXT = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes)$/;

function endOfRawText(html: string, name: string, from: number): number {
  const endTag = new RegExp(`</${name}`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}

type TagState = 'tag-name' | 'before-name' | 'name' | 'after-name' | 'before-value' | 'value' | 'quoted';

/** A tag ends at the first `>` that stands outside of a quoted attribute value. */
function endOfTag(html: string, from: number): number {
  let state: TagState = 'tag-name';
  let quote = '';
  for (let i = from; i < html.length; i++) {
    const character = html[i] ?? '';
    if (state === 'quoted') {
      if (character === quote) state = 'before-name';
    } else if (character === '>') {
      return i + 1;
    } else if (state === 'before-value' && (character === '"' || character === "'")) {
      state = 'quoted';
      quote = character;
    } else {
      state = nextTagState(state, character);
    }
  }
  return -1;
}

function nextTagState(state: Exclude<TagState, 'quoted'>, character: string): TagState {
  const blank = /\s/.test(character);
  switch (state) {
    case 'before-value':
      return blank ? 'before-value' : 'value';
    case 'value':
      return blank ? 'before-name' : 'value';
    case 'tag-name':
      return blank || character === '/' ? 'before-name' : 'tag-name';
    case 'before-name':
      return blank || character === '/' ? 'before-name' : 'name';
    default:
      if (character === '=') return 'before-value';
      if (character === '/') return 'before-name';
      if (blank) return 'after-name';
      return 'name';
  }
}
