interface Connection<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * Returns the items of a list, page after page.
 *
 * @param load one page; null if the list is gone
 * @param maxPages number of pages; items beyond are left out
 */
export async function fetchAllPages<Item>(
  load: (after: string | null) => Promise<Connection<Item> | null>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: Connection<Item> | null = await load(after);
    if (page === null) break;
    items.push(...page.nodes);
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage) break;
  }
  return items;
}
