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

const matchesQuery = ({ code, label }: TreeItem, searchTerm: string) =>
  `${label} ${code}`.toLowerCase().includes(searchTerm);

/**
 * Returns the category that a text most likely means: the one with that label, otherwise one whose label begins with
 * it.
 */
export function bestMatch<Item extends TreeItem>(
  items: readonly Item[],
  searchText: string,
): Item | undefined {
  const searchTerm = searchText.trim().toLowerCase();
  if (searchTerm === '') return undefined;
  const matchingItems = inTreeOrder(items).filter((item) => matchesQuery(item, searchTerm));
  const rank = ({ label }: Item) =>
    label.toLowerCase() === searchTerm ? 0 : label.toLowerCase().startsWith(searchTerm) ? 1 : 2;
  return matchingItems.toSorted((one, other) => rank(one) - rank(other))[0];
}

/** Returns the tree as it is read, limited to what a text finds and the categories above that. */
export function filterTree<Item extends TreeItem>(
  items: readonly Item[],
  searchText: string,
): readonly Item[] {
  const searchTerm = searchText.trim().toLowerCase();
  const ordered = inTreeOrder(items);
  if (searchTerm === '') return ordered;
  const matchingItems = ordered.filter((item) => matchesQuery(item, searchTerm));
  const visibleCodes = new Set(matchingItems.flatMap(({ path }) => path.map(({ code }) => code)));
  return ordered.filter(({ code }) => visibleCodes.has(code));
}
