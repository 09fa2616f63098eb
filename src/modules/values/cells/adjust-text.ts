import { type AttributeDefinition, mapHtmlText } from '../../attribute/index.ts';

/** A text to find, and its replacement. */
export interface TextReplacement {
  readonly find: string;
  readonly with: string;
  /** Default: false. */
  readonly matchCase?: boolean | null | undefined;
}

export interface TextChange {
  /** Texts that come after or before the text that is there; of rich text, HTML. */
  readonly append?: string | null | undefined;
  readonly prepend?: string | null | undefined;
  readonly replace?: TextReplacement | null | undefined;
}

/**
 * Returns a text after an adjustment: the text itself where nothing of it changes. In HTML, markup is never changed.
 */
export function adjustText(
  text: string,
  { type }: AttributeDefinition,
  { append, prepend, replace }: TextChange,
): string {
  if (append) return text + append;
  if (prepend) return prepend + text;
  if (!replace) return text;
  return type === 'rich_text' ? replacedInHtml(text, replace) : replaced(text, replace);
}

const replaced = (text: string, { find, with: put, matchCase }: TextReplacement): string =>
  text.replaceAll(new RegExp(escaped(find), flagsOf(matchCase)), () => put);

/** Replaces in each text between tags. A reference such as `&eacute;` is one character: nothing is found in it. */
function replacedInHtml(html: string, { find, with: put, matchCase }: TextReplacement): string {
  const needle = [...find].map((character) => IN_HTML[character] ?? escaped(character)).join('');
  const pattern = new RegExp(`(${needle})|&#?\\w+;`, flagsOf(matchCase));
  const written = put.replaceAll(/[&<>]/g, (character) => WRITTEN[character] ?? character);
  return mapHtmlText(html, (text) =>
    text.replaceAll(pattern, (whole: string, matchedText: string | undefined) =>
      matchedText === undefined ? whole : written,
    ),
  );
}

const flagsOf = (matchCase: TextReplacement['matchCase']) => (matchCase === true ? 'gu' : 'giu');
const escaped = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

const WRITTEN: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Patterns of characters that HTML has two forms of. */
const IN_HTML: Readonly<Record<string, string>> = {
  '&': String.raw`(?:&amp;|&(?!#?\w+;))`,
  '<': '(?:&lt;|<)',
  '>': '(?:&gt;|>)',
  '"': '(?:&quot;|")',
  "'": "(?:&apos;|&#39;|')",
  '\u00a0': '(?:&nbsp;|\u00a0)',
};
