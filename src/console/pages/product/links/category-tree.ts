interface TreeItem {
  readonly code: string;
  readonly label: string;
  readonly path: readonly { readonly code: string }[];
  readonly parent: { readonly code: string } | null;
}

/** Sorts each category before those below it; they come level by level. */
function inTreeOrder<Item extends TreeItem>(items: readonly Item[]): readonly Item[] {
  const below = Map.groupBy(items, ({ parent }) => parent?.code ?? null);
  const from = (code: string | null): readonly Item[] =>
    (below.get(code) ?? []).flatMap((item) => [item, ...from(item.code)]);
  return from(null);
}

const isMeant = ({ code, label }: TreeItem, words: string) =>
  `${label} ${code}`.toLowerCase().includes(words);

/**
 * Returns the category that a text most likely means: the one with that label, otherwise one whose label begins with
 * it.
 */
export function bestInTree<Item extends TreeItem>(items: readonly Item[], typed: string): Item | undefined {
  const words = typed.trim().toLowerCase();
  if (words === '') return undefined;
  const found = inTreeOrder(items).filter((item) => isMeant(item, words));
  const rank = ({ label }: Item) =>
    label.toLowerCase() === words ? 0 : label.toLowerCase().startsWith(words) ? 1 : 2;
  return found.toSorted((one, other) => rank(one) - rank(other))[0];
}

/** Returns the tree as it is read, limited to what a text finds and the categories above that. */
export function findInTree<Item extends TreeItem>(items: readonly Item[], typed: string): readonly Item[] {
  const words = typed.trim().toLowerCase();
  const ordered = inTreeOrder(items);
  if (words === '') return ordered;
  const found = ordered.filter((item) => isMeant(item, words));
  const shown = new Set(found.flatMap(({ path }) => path.map(({ code }) => code)));
  return ordered.filter(({ code }) => shown.has(code));
}
