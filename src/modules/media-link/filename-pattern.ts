import { RE2JS } from 're2js';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';

/** Parts of a file name that a pattern reads, besides the codes of unique attributes and `ext:<system>`. */
const PARTS: Readonly<Record<string, string>> = {
  sku: '.+',
  position: '[0-9]{1,6}',
  attribute: '[A-Za-z0-9_]+',
  locale: '[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,4}){1,2}',
};

const MAX_PATTERN_LENGTH = 200;

/** Maximum number of `*` in a pattern; each more lets a name be read in as many more ways as it is long. */
const MAX_WILDCARDS = 2;

/** A pattern of file names: `{sku}_{position}.jpg`. */
export interface FilenamePattern {
  /** Part that identifies the product: `sku`, the code of a unique attribute, or `ext:<system>`. */
  readonly identifier: string;
  readonly hasAttribute: boolean;
  /** False for a pattern that accepts any extension. */
  readonly hasExtension: boolean;
  readonly expression: RE2JS;
  /** The parts in their order. */
  readonly parts: readonly string[];
}

/** Parts of a file name that a pattern has read. */
export interface MatchedName {
  /** Text that identifies the product, by the identifier of the pattern. */
  readonly identifier: string;
  readonly text: string;
  /** Null without such a part. */
  readonly position: number | null;
  readonly attribute: string | null;
  readonly locale: string | null;
}

/**
 * Reads a pattern: text with parts in braces, of which one identifies the product; `*` stands for any text. Case does not
 * matter. A pattern without an extension accepts any.
 *
 * @param isIdentifier accepts the names of other parts that identify a product
 * @returns the reason if it is none
 */
export function parsePattern(
  source: string,
  isIdentifier: (part: string) => boolean,
): FilenamePattern | Message {
  if (source.length > MAX_PATTERN_LENGTH) return localized('pattern-too-long', { max: MAX_PATTERN_LENGTH });
  const tokens = source.normalize('NFC').split(/(\{[^{}]*\}|\*)/);
  if (tokens.filter((token) => token === '*').length > MAX_WILDCARDS)
    return localized('filename-wildcards', { max: MAX_WILDCARDS });
  const parts: string[] = [];
  let expression = '';
  for (const [index, token] of tokens.entries()) {
    if (index % 2 === 0) expression += RE2JS.quote(token);
    else if (token === '*') expression += '.*';
    else {
      const part = token.slice(1, -1).trim();
      const partExpression = Object.hasOwn(PARTS, part) ? PARTS[part] : isIdentifier(part) ? '.+' : undefined;
      if (partExpression === undefined || parts.includes(part))
        return localized('filename-part-unknown', { part: token });
      parts.push(part);
      expression += `(${partExpression})`;
    }
  }
  const identifiers = parts.filter((part) => part === 'sku' || !Object.hasOwn(PARTS, part));
  const [identifier] = identifiers;
  if (identifier === undefined || identifiers.length > 1) return localized('filename-identifier-required');
  return {
    identifier,
    parts,
    hasAttribute: parts.includes('attribute'),
    hasExtension: /\.(?:[^.}*]+|\*)$/.test(source),
    expression: RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL),
  };
}

/** Reads a file name by a pattern; null if it does not match. */
export function matchName(
  { identifier, parts, hasExtension, expression }: FilenamePattern,
  filename: string,
): MatchedName | null {
  const name = filename.normalize('NFC');
  const matcher = expression.matcher(hasExtension ? name : name.replace(/\.[a-z0-9]{1,5}$/i, ''));
  if (!matcher.matches()) return null;
  const textOf = (part: string) => {
    const index = parts.indexOf(part);
    return index === -1 ? null : (matcher.group(index + 1) ?? null);
  };
  const position = textOf('position');
  return {
    identifier,
    text: textOf(identifier) ?? '',
    position: position === null ? null : Number(position),
    attribute: textOf('attribute'),
    locale: textOf('locale')?.replaceAll('-', '_') ?? null,
  };
}
