import { foldName } from '../../../catalogue/model/fields/fold-name.ts';

/** An option by all of its names: labels, synonyms and code. */
export interface NamedOption {
  readonly code: string;
  readonly names: readonly string[];
}

/** Length from which names with a letter more, less or exchanged count as the same. */
const SIMILAR_FROM = 5;
/** Length of names of which similar ones are searched; longer ones must be equal. */
const SIMILAR_UP_TO = 40;

const digitsOf = (name: string) => name.replace(/\P{N}/gu, '');

/**
 * Returns keys that a name shares with the names that it is like: itself, and itself without any one letter. Digits stay,
 * because sizes differ by them.
 */
function similarityKeys(name: string): readonly string[] {
  if (name.length < SIMILAR_FROM || name.length > SIMILAR_UP_TO) return [name];
  const digits = digitsOf(name);
  const shortened = Array.from(name, (_letter, index) => name.slice(0, index) + name.slice(index + 1));
  return [
    name,
    ...shortened.filter((key) => digitsOf(key) === digits).map((key) => `${key} ${digits}`),
    `${name} ${digits}`,
  ];
}

/**
 * Returns groups of options that probably mean the same: a name of one is equal to a name of another, or differs by one
 * letter. Its time grows with the number and length of the names, not with the number of pairs.
 *
 * @returns codes in the given order; options without a like one are left out
 */
export function findDuplicates(options: readonly NamedOption[]): readonly (readonly string[])[] {
  const parents = options.map((_option, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[index] = root;
    return root;
  };
  const firstByKey = new Map<string, number>();
  for (const [index, { names }] of options.entries()) {
    const keys = new Set(
      names
        .map(foldName)
        .filter((name) => name !== '')
        .flatMap(similarityKeys),
    );
    for (const key of keys) {
      const first = firstByKey.get(key);
      if (first === undefined) firstByKey.set(key, index);
      else parents[rootOf(index)] = rootOf(first);
    }
  }
  const groups = Map.groupBy(options.keys(), rootOf);
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((indexes) => indexes.map((index) => options[index]?.code ?? ''));
}
