interface PageOf<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * Returns the items of a list, page after page.
 *
 * @param load one page; null if the list is gone
 * @param most pages; items beyond are left out
 */
export async function everyPage<Item>(
  load: (after: string | null) => Promise<PageOf<Item> | null>,
  most = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < most; pages += 1) {
    const page: PageOf<Item> | null = await load(after);
    if (page === null) break;
    items.push(...page.nodes);
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage) break;
  }
  return items;
}
