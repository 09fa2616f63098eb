/** Maximum number of products that stand beside each other. */
export const MAX_COMPARED_PRODUCTS = 4;

/** Products that are compared, as the URL of the page stores them. */
export interface CompareSearchParams {
  /** SKUs or ids, with commas between them. */
  readonly refs?: string;
  /** True if only differences are shown. */
  readonly differences?: true | undefined;
}

/** Reads what is compared from a URL; invalid parts are ignored. */
export const parseCompareSearchParams = ({
  refs,
  differences,
}: Record<string, unknown>): CompareSearchParams => ({
  // A SKU of digits is read as a number.
  ...(typeof refs === 'string' || typeof refs === 'number' ? { refs: String(refs) } : {}),
  ...(differences === true ? { differences } : {}),
});

export const parseRefs = (refs = ''): readonly string[] =>
  [...new Set(refs.split(',').filter((ref) => ref !== ''))].slice(0, MAX_COMPARED_PRODUCTS);

/** Returns the address of a comparison; of a SKU with a comma the id. */
export const serializeRefs = (products: readonly { readonly id: string; readonly sku: string }[]): string =>
  products.map(({ id, sku }) => (sku.includes(',') ? id : sku)).join(',');
