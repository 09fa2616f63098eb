import type { Condition } from './conditions.ts';

/** A search as the URL of the page stores it, so that it can be shared. */
export interface SearchAddress {
  readonly q?: string;
  readonly where?: readonly Condition[];
  /** `SKU` or `attributes.name`; with `-` before it descending. */
  readonly sort?: string;
  /** The columns of the grid, see `columns/column-address.ts`. */
  readonly columns?: string;
}

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' &&
  value !== null &&
  ['field', 'operator', 'value'].every((key) => typeof Reflect.get(value, key) === 'string');

/** Reads a search from a URL; invalid parts are ignored. */
export function readSearch({ q, where, sort, columns }: Record<string, unknown>): SearchAddress {
  const conditions = Array.isArray(where) ? where.filter(isCondition) : [];
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(conditions.length === 0 ? {} : { where: conditions }),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(typeof columns === 'string' ? { columns } : {}),
  };
}
