import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CellScope } from '../filter/plan.ts';
import { isLongText, isTextual } from '../filter/value-keys.ts';
import { encodeAscii } from './ascii-encoding.ts';

/**
 * The columns that texts are searched for in. Full text search goes through the first alone; the last has no index, for
 * descriptions would make it larger than the products.
 */
export const TEXT_COLUMNS = ['search_text', 'texts', 'long_texts'] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

/** Returns the column with the texts of an attribute; null: nobody may search them. */
export function textColumnOf(attribute: AttributeDefinition): TextColumn | null {
  if (!isTextual(attribute)) return null;
  if (attribute.searchable) return 'search_text';
  if (!attribute.filterable) return null;
  return isLongText(attribute) ? 'long_texts' : 'texts';
}

/** Ends each text. Like the prefixes a private character, which a text in ASCII form never has. */
export const TEXT_END = '\uf000';

const prefixes = new LRUCache<string, string>({ max: 10_000 });

/**
 * Returns the prefix of the text of an attribute (empty: the SKU or code) in a cell scope: three private characters,
 * one of 2^36 combinations, so that one column holds the texts of all attributes and each is found apart.
 */
export function cellPrefix(attribute: string, { channel, locale }: CellScope): string {
  // No code has a line break in it.
  const key = `${attribute}\n${channel ?? ''}\n${locale ?? ''}`;
  const cachedPrefix = prefixes.get(key);
  if (cachedPrefix !== undefined) return cachedPrefix;
  const digest = createHash('sha256')
    .update(JSON.stringify([attribute, channel, locale]))
    .digest();
  const prefix = [0, 2, 4]
    .map((offset) => String.fromCharCode(0xe000 + (digest.readUInt16BE(offset) & 0xfff)))
    .join('');
  prefixes.set(key, prefix);
  return prefix;
}

/** Returns a text in search form as it stands in its column, behind the prefix of its attribute and scope. */
export const prefixedText = (prefix: string, text: string): string =>
  `${prefix}${encodeAscii(text)}${TEXT_END}`;
