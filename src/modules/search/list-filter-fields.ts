import { encodeId } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { snakeCase } from '../../platform/resource/table-store.ts';
import { ATTRIBUTE_TYPES, type AttributeDefinition } from '../attribute/index.ts';
import { findOpenJob } from '../job/index.ts';
import { PRODUCT_PROPERTIES } from '../property/index.ts';
import { readStructure } from '../structure/index.ts';
import { countedFields } from './facet/count-facets.ts';
import { PRODUCT_FILTERS } from './filter/product-filters.ts';
import { SEARCH_ROWS } from './rebuild-search-rows.ts';
import { isSortable } from './row/column.ts';
import { searchStateOf } from './search-state.ts';

/** Something that products can be filtered by, in the terms of the filter as REST and tools send it. */
export interface FilterField {
  /** `attribute_set`; of attributes `attributes.color`. */
  readonly field: string;
  /** Type of its operands: a type of attribute, or a term like `id`, `code`, `datetime`, `enum`. */
  readonly type: string;
  readonly operators: readonly string[];
  /** Code of the option set that operands are from. */
  readonly optionSet: string | null;
  /** All there are of an `enum`. */
  readonly values: readonly string[] | null;
  readonly localizable: boolean;
  readonly scopable: boolean;
  readonly sortable: boolean;
  /** True if matches can be counted by it. */
  readonly countable: boolean;
  /**
   * `building`: until a job has gone through all products, conditions on it are rejected or slow. `recomputing`: until
   * then, they find the products whose turn has not come by what is stored.
   */
  readonly state: 'ready' | 'building' | 'recomputing';
  /** `job_…`, which brings it up to date; null for what is ready. */
  readonly jobId: string | null;
}

const PLAIN = { optionSet: null, values: null, localizable: false, scopable: false } as const;
const READY = { state: 'ready', jobId: null } as const;
const SORTABLE: ReadonlySet<string> = new Set([
  ...Object.entries(PRODUCT_PROPERTIES).flatMap(([key, { sortable }]) => (sortable ? [key] : [])),
  ...['createdAt', 'updatedAt', 'effectiveUpdatedAt', 'completeness'],
]);

/** Returns everything that a filter of products may name, and how: the same table by which filters are read. */
export const listFilterFields = defineRead({
  name: 'listFilterFields',
  scope: 'products:read',
  errors: [],
  async handler(context: PrismaReadContext, _input: object): Promise<readonly FilterField[]> {
    const structure = await readStructure(context);
    const { columns, unfinished, recomputed } = await searchStateOf(context, structure);
    const isBuilding = ({ code }: AttributeDefinition) =>
      unfinished.has(code.toLowerCase()) || columns.isBuilding(code);
    const stateOf = async (state: 'building' | 'recomputing', subject: string | undefined) => {
      if (subject === undefined) return READY;
      const id = await findOpenJob(context, context.session.organizationId, 'recompute', subject);
      return { state, jobId: id === null ? null : encodeId('Job', id) };
    };
    const attributes = [...structure.attributes.values()].filter(({ filterable }) => filterable);
    const recomputing = await stateOf('recomputing', recomputed[0]);
    const building = await stateOf('building', attributes.some(isBuilding) ? SEARCH_ROWS : undefined);
    const countableFields = new Set(countedFields(structure));
    const properties = Object.entries(PRODUCT_FILTERS).map(([key, property]): FilterField => {
      const { type, operators, values } = property;
      const field = snakeCase(key);
      const capabilities = { sortable: SORTABLE.has(key), countable: countableFields.has(field) };
      const state = key === 'completeness' ? recomputing : READY;
      return { ...PLAIN, ...state, field, type, operators, values: values ?? null, ...capabilities };
    });
    const fieldOf = (attribute: AttributeDefinition): FilterField => {
      const { code, type, optionSet, localizable, scopable } = attribute;
      return {
        field: `attributes.${code}`,
        type,
        operators: ATTRIBUTE_TYPES[type].operators,
        optionSet,
        values: null,
        localizable,
        scopable,
        sortable: isSortable(attribute),
        countable: countableFields.has(code),
        ...(isBuilding(attribute) ? building : READY),
      };
    };
    return [...properties, ...attributes.map(fieldOf)];
  },
});
