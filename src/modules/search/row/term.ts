import { createHash } from 'node:crypto';
import type { CellScope } from '../filter/plan.ts';

/** Continuations of a beginning of facts: word by word, so that a lookup does not have to build a string. */
interface Known {
  term?: string;
  following?: Map<string, Known>;
}

/** Most facts repeat ("status is draft", "color is red"), so most digests are known already. */
let known: Known = {};
let size = 0;
/**
 * Maximum number of terms that are stored, of about 200 bytes each; then all are forgotten, and repeated ones are
 * stored again soon after.
 */
const MAXIMUM_KNOWN = 50_000;

/**
 * Returns a fact as the 64-bit number that `terms` columns hold: the first eight bytes of a SHA-256, as decimal text of
 * a signed bigint. The organization is part of it, so no search of one finds rows of another; two of ten million
 * different facts of an organization fall together with a probability below 3 in a million.
 */
export function termOf(organizationId: string, fact: readonly string[]): string {
  if (size >= MAXIMUM_KNOWN) [known, size] = [{}, 0];
  let found = after(known, organizationId);
  for (const word of fact) found = after(found, word);
  found.term ??= digestOf(JSON.stringify([organizationId, ...fact]));
  return found.term;
}

function after(beginning: Known, word: string): Known {
  beginning.following ??= new Map();
  const found = beginning.following.get(word);
  if (found !== undefined) return found;
  const made: Known = {};
  beginning.following.set(word, made);
  size += 1;
  return made;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest().readBigInt64BE(0).toString();

/** A fact as terms, from which {@link termOf} makes a number. */
type Words = readonly string[];

const at = ({ channel, locale }: CellScope) => [channel ?? '', locale ?? ''];

/**
 * The facts about cells, once for those who store and those who search. `ANY_SCOPE` is "in some cell", which
 * of an attribute that is the same everywhere is the only one.
 */
export const words = {
  filled: (attribute: string, cellScope: CellScope): Words => ['filled', attribute, ...at(cellScope)],
  value: (attribute: string, cellScope: CellScope, key: string): Words => [
    'value',
    attribute,
    ...at(cellScope),
    key,
  ],
  /** A list by all its items, in order of their keys. */
  items: (attribute: string, cellScope: CellScope, keys: readonly string[]): Words => [
    'items',
    attribute,
    ...at(cellScope),
    ...[...keys].sort(),
  ],
  count: (attribute: string, cellScope: CellScope, count: number): Words => [
    'count',
    attribute,
    ...at(cellScope),
    String(count),
  ],
  complete: (channel: string, locale: string, ratio: number): Words => [
    'complete',
    channel,
    locale,
    String(ratio),
  ],
  /** One that names an object itself. The function `search.usage_term` writes the same. */
  uses: (kind: string, owner: string | undefined, code: string): Words => ['uses', kind, owner ?? '', code],
  /** Returns the fact of a missing attribute; without a locale, it is missing in each locale of the channel. */
  missing: (attribute: string, channel: string, locale: string | null): Words => [
    'missing',
    attribute,
    channel,
    locale ?? '',
  ],
};
