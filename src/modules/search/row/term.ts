import { createHash } from 'node:crypto';
import type { CellScope } from '../filter/plan.ts';

/** Continuations of a beginning of facts: word by word, so that a lookup does not have to build a string. */
interface TermTrie {
  term?: string;
  following?: Map<string, TermTrie>;
}

/** Most facts repeat ("status is draft", "color is red"), so most digests are known already. */
let termTree: TermTrie = {};
let size = 0;
/**
 * Maximum number of terms that are stored, of about 200 bytes each; then all are forgotten, and repeated ones are
 * stored again soon after.
 */
const MAX_CACHED_TERMS = 50_000;

/**
 * Returns a fact as the 64-bit number that `terms` columns hold: the first eight bytes of a SHA-256, as decimal text of
 * a signed bigint. The organization is part of it, so no search of one finds rows of another; two of ten million
 * different facts of an organization fall together with a probability below 3 in a million.
 */
export function termHash(organizationId: string, fact: readonly string[]): string {
  if (size >= MAX_CACHED_TERMS) [termTree, size] = [{}, 0];
  let node = after(termTree, organizationId);
  for (const word of fact) node = after(node, word);
  node.term ??= digestOf(JSON.stringify([organizationId, ...fact]));
  return node.term;
}

function after(beginning: TermTrie, word: string): TermTrie {
  beginning.following ??= new Map();
  const followingNode = beginning.following.get(word);
  if (followingNode !== undefined) return followingNode;
  const newNode: TermTrie = {};
  beginning.following.set(word, newNode);
  size += 1;
  return newNode;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest().readBigInt64BE(0).toString();

/** A fact as terms, from which {@link termHash} makes a number. */
type TermParts = readonly string[];

const at = ({ channel, locale }: CellScope) => [channel ?? '', locale ?? ''];

/**
 * The facts about cells, once for those who store and those who search. `ANY_SCOPE` is "in some cell", which
 * of an attribute that is the same everywhere is the only one.
 */
export const cellTerms = {
  filled: (attribute: string, cellScope: CellScope): TermParts => ['filled', attribute, ...at(cellScope)],
  value: (attribute: string, cellScope: CellScope, key: string): TermParts => [
    'value',
    attribute,
    ...at(cellScope),
    key,
  ],
  /** A list by all its items, in order of their keys. */
  items: (attribute: string, cellScope: CellScope, keys: readonly string[]): TermParts => [
    'items',
    attribute,
    ...at(cellScope),
    ...[...keys].sort(),
  ],
  count: (attribute: string, cellScope: CellScope, count: number): TermParts => [
    'count',
    attribute,
    ...at(cellScope),
    String(count),
  ],
  complete: (channel: string, locale: string, ratio: number): TermParts => [
    'complete',
    channel,
    locale,
    String(ratio),
  ],
  /** One that names an object itself. The function `search.usage_term` writes the same. */
  uses: (kind: string, owner: string | undefined, code: string): TermParts => [
    'uses',
    kind,
    owner ?? '',
    code,
  ],
  /** Returns the fact of a missing attribute; without a locale, it is missing in each locale of the channel. */
  missing: (attribute: string, channel: string, locale: string | null): TermParts => [
    'missing',
    attribute,
    channel,
    locale ?? '',
  ],
};
