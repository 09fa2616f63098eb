import type { Session } from '../../src/kernel/session.ts';
import { listProducts } from '../../src/modules/product/index.ts';
import type { ListProductsInput, ProductPage } from '../../src/modules/product/read/product-page.ts';
import type { SortInput } from '../../src/modules/search/index.ts';
import type { OperationRunner } from '../../src/platform/operation/run-operation.ts';

/** All SKUs in the order of the pages; between two pages `between` happens. */
export async function listAllSorted(
  runner: Pick<OperationRunner, 'read'>,
  session: Session,
  sort: SortInput,
  { size = 20, between }: { readonly size?: number; readonly between?: () => Promise<unknown> } = {},
): Promise<string[]> {
  const skus: string[] = [];
  let after: string | null = null;
  for (;;) {
    const input: ListProductsInput = { sort: [sort], first: size, after };
    const page: ProductPage = await runner.read(session, listProducts, input);
    skus.push(...page.items.map(({ sku }) => sku));
    if (!page.hasNextPage) return skus;
    after = page.cursorAt(page.items.length - 1);
    await between?.();
  }
}

/** A product, and what it is sorted by: numbers by size, texts by their code points. */
export interface SortedProduct {
  readonly sku: string;
  readonly id: string;
  readonly value: number | string | null;
}

/** The SKUs in the order that memory gives: what has no value last, those alike by id in the same direction. */
export function expectedOrder(products: readonly SortedProduct[], isDescending: boolean): string[] {
  const direction = isDescending ? -1 : 1;
  const hex = (value: number | string) =>
    typeof value === 'string' ? Buffer.from(value).toString('hex') : value;
  const compare = (one: number | string, other: number | string) => (one < other ? -1 : Number(one > other));
  return products
    .toSorted((one, other) => {
      const byId = direction * compare(one.id, other.id);
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null) || byId;
      return direction * compare(hex(one.value), hex(other.value)) || byId;
    })
    .map(({ sku }) => sku);
}
