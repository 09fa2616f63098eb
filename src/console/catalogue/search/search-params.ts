import type { Clause, Condition } from './conditions.ts';

/** A search as the URL of the page stores it, so that it can be shared. */
export interface ProductsSearchParams {
  /** Id of a saved view; the other parameters differ from it. */
  readonly view?: string;
  readonly q?: string;
  readonly where?: readonly Clause[];
  /** Conditions in the JSON form of the API that the editor cannot show. */
  readonly advanced?: object | null;
  /** Sort keys: `sku`, `attributes.name`; with `-` before it descending; several with commas, see `sort.ts`. */
  readonly sort?: string;
  /** The columns of the grid, see `columns/column-spec.ts`. */
  readonly columns?: string;
  /** True if the dialog is open that creates a product. */
  readonly create?: true | undefined;
  /** A dialog for all products that are found; see {@link ProductsDialog}. */
  readonly open?: ProductsDialog | undefined;
}

/** A dialog that copies texts from another locale to that of the page, or exports the texts in both. */
export type ProductsDialog = (typeof DIALOGS)[number];
const DIALOGS = ['copy-texts', 'export-texts'] as const;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCondition = (value: unknown): value is Condition =>
  isObject(value) &&
  ['field', 'operator', 'value'].every((key) => typeof Reflect.get(value, key) === 'string');

const isClause = (value: unknown): value is Clause => {
  if (!isObject(value) || !('any' in value)) return isCondition(value);
  return Array.isArray(value.any) && value.any.every(isCondition);
};

/** Reads a search from a URL; invalid parts are ignored. */
export function parseProductsSearchParams(address: Record<string, unknown>): ProductsSearchParams {
  const { q, sort, columns } = address;
  const view = typeof address.view === 'string' && address.view !== '' ? address.view : null;
  const where = Array.isArray(address.where) ? address.where.filter(isClause) : null;
  const { advanced } = address;
  // Beside a view, an empty parameter means that the view is not followed there.
  const isKept = (value: { readonly length: number }) => value.length > 0 || view !== null;
  return {
    ...(view === null ? {} : { view }),
    ...(typeof q === 'string' && isKept(q) ? { q } : {}),
    ...(where !== null && isKept(where) ? { where } : {}),
    ...(isObject(advanced) || (advanced === null && view !== null) ? { advanced } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(typeof columns === 'string' ? { columns } : {}),
    ...(address.create === true ? { create: true } : {}),
    ...(DIALOGS.includes(address.open as ProductsDialog) ? { open: address.open as ProductsDialog } : {}),
  };
}
