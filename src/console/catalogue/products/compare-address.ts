/** Maximum number of products that stand beside each other. */
export const MOST_COMPARED = 4;

/** Products that are compared, as the URL of the page stores them. */
export interface CompareAddress {
  /** SKUs or ids, with commas between them. */
  readonly refs?: string;
  /** True if only differences are shown. */
  readonly differences?: true | undefined;
}

/** Reads what is compared from a URL; invalid parts are ignored. */
export const readCompareAddress = ({ refs, differences }: Record<string, unknown>): CompareAddress => ({
  // A SKU of digits is read as a number.
  ...(typeof refs === 'string' || typeof refs === 'number' ? { refs: String(refs) } : {}),
  ...(differences === true ? { differences } : {}),
});

export const readRefs = (refs = ''): readonly string[] =>
  [...new Set(refs.split(',').filter((ref) => ref !== ''))].slice(0, MOST_COMPARED);

/** Returns the address of a comparison; of a SKU with a comma the id. */
export const writeRefs = (products: readonly { readonly id: string; readonly sku: string }[]): string =>
  products.map(({ id, sku }) => (sku.includes(',') ? id : sku)).join(',');
