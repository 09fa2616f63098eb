import type { Session } from '../../../src/kernel/session.ts';
import type { TestOrganization } from '../../support/catalogue.ts';

interface Page {
  readonly nodes: readonly { readonly sku: string }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/**
 * One page of products.
 *
 * @throws Error with the message of the API where it refuses
 */
export async function pageOfProducts(
  catalogue: TestOrganization,
  variables: object,
  session?: Session,
): Promise<Page> {
  const { data, errors } = await catalogue.execute(
    `query ($sort: [ProductSort!], $filter: ProductFilter, $first: Int!, $after: String) {
       products(sort: $sort, filter: $filter, first: $first, after: $after) {
         nodes { sku } pageInfo { endCursor hasNextPage } } }`,
    variables as Record<string, unknown>,
    session,
  );
  if (errors !== undefined) throw new Error(`${String(errors[0]?.message)}`);
  return data?.products as Page;
}

/** All SKUs in the order of the pages; between two pages `between` happens. */
export async function walkProducts(
  catalogue: TestOrganization,
  variables: object,
  between: () => Promise<unknown> = async () => null,
): Promise<string[]> {
  const skus: string[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo } = await pageOfProducts(catalogue, { ...variables, after });
    skus.push(...nodes.map(({ sku }) => sku));
    if (!pageInfo.hasNextPage) return skus;
    after = pageInfo.endCursor;
    await between();
  }
}
