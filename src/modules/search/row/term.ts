import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Place } from '../filter/plan.ts';

/**
 * Most facts repeat ("status is draft", "color is red"), so most digests are known already.
 * 50,000 entries of about 150 bytes: less than 10 MB.
 */
const known = new LRUCache<string, string>({ max: 50_000 });

/**
 * A fact as the 64-bit number that `terms` columns hold: the first eight bytes of a SHA-256, as decimal text of a
 * signed bigint. The organization is part of it, so no search of one finds rows of another; two of ten million
 * different facts of an organization fall together with a probability below 3 in a million.
 */
export function termOf(organizationId: string, fact: readonly string[]): string {
  const key = `${organizationId}\n${fact.join('\n')}`;
  // Told apart by line breaks in half the time of JSON; a fact that has one itself is not kept.
  const isPlain = countBreaks(key) === fact.length;
  const found = isPlain ? known.get(key) : undefined;
  if (found !== undefined) return found;
  const text = JSON.stringify([organizationId, ...fact]);
  const term = createHash('sha256').update(text).digest().readBigInt64BE(0).toString();
  if (isPlain) known.set(key, term);
  return term;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** A fact in words; what {@link termOf} makes a number of. */
type Words = readonly string[];

const at = ({ channel, locale }: Place) => [channel ?? '', locale ?? ''];

/**
 * The facts about cells, once for those who store and those who search. `ANYWHERE` stands for "in some cell", which
 * of an attribute that is the same everywhere is the only one.
 */
export const words = {
  filled: (attribute: string, place: Place): Words => ['filled', attribute, ...at(place)],
  value: (attribute: string, place: Place, key: string): Words => ['value', attribute, ...at(place), key],
  /** A list by all its items, in order of their keys. */
  items: (attribute: string, place: Place, keys: readonly string[]): Words => [
    'items',
    attribute,
    ...at(place),
    ...[...keys].sort(),
  ],
  count: (attribute: string, place: Place, count: number): Words => [
    'count',
    attribute,
    ...at(place),
    String(count),
  ],
  complete: (channel: string, locale: string, ratio: number): Words => [
    'complete',
    channel,
    locale,
    String(ratio),
  ],
  /** Without a locale: in each of the channel. */
  missing: (attribute: string, channel: string, locale: string | null): Words => [
    'missing',
    attribute,
    channel,
    locale ?? '',
  ],
};
