import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadWork } from '../../platform/operation/work.ts';
import { PRODUCT_STATUSES, PRODUCT_TYPES } from './product-state.ts';

/** Something that products can be filtered by, in the words of the filter as doors send it. */
export interface FilterField {
  readonly field: string;
  /** What its operands are: `id`, `text`, `code`, `category`, `product`, `datetime`, `external_ref` (by system), or `enum` of `values`. */
  readonly type: string;
  readonly operators: readonly string[];
  /** Code of the option set that operands are from. */
  readonly optionSet: string | null;
  /** All there are of an `enum`. */
  readonly values: readonly string[] | null;
}

const EQUALITY = ['eq', 'ne', 'in', 'nin'] as const;
const MOMENT = ['lt', 'lte', 'gt', 'gte'] as const;

/** A test holds it against the filter that the graph takes: what is not here does not work, and the other way round. */
const PROPERTIES: readonly FilterField[] = [
  property('id', 'id', [...EQUALITY, 'empty']),
  property('sku', 'text', [...EQUALITY, 'contains', 'starts_with']),
  { ...property('type', 'enum', EQUALITY), values: PRODUCT_TYPES },
  { ...property('status', 'enum', EQUALITY), values: PRODUCT_STATUSES },
  property('attribute_set', 'code', [...EQUALITY, 'empty']),
  property('parent', 'product', [...EQUALITY, 'empty']),
  property('categories', 'category', ['any', 'all', 'none', 'empty']),
  property('external_refs', 'external_ref', ['eq', 'in', 'empty']),
  property('created_at', 'datetime', MOMENT),
  property('updated_at', 'datetime', MOMENT),
];

function property(field: string, type: string, operators: readonly string[]): FilterField {
  return { field, type, operators, optionSet: null, values: null };
}

/** Everything that a filter of products may name, and how. */
export const listFilterFields = defineRead({
  name: 'listFilterFields',
  scope: 'products:read',
  errors: [],
  work: async (_work: PrismaReadWork, _input: object): Promise<readonly FilterField[]> => PROPERTIES,
});
