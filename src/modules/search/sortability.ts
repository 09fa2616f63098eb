import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { readStructure } from '../structure/index.ts';
import { COLUMN_NAMES, type Field, fieldsOf, isSortable, type SearchColumns } from './row/column.ts';
import { searchStateOf } from './search-state.ts';

/** Ability to sort products by an attribute. */
export interface Sortability {
  readonly sortable: boolean;
  /** Reason for which sorting reads all matches, by its values without a column; null while there are enough. */
  readonly warning: string | null;
}

/**
 * Returns the sortabilities by folded code of the attribute; attributes that products cannot be sorted by are left out.
 */
export function sortableAttributes(
  structure: CatalogueStructure,
  columns: SearchColumns,
): ReadonlyMap<string, Sortability> {
  const sortable = [...structure.attributes.values()].filter(isSortable);
  return new Map(
    sortable.map((attribute) => {
      const fields = fieldsOf(attribute, structure);
      const lacking = fields.filter((field) => columns.written(field) === undefined);
      return [foldKey(attribute.code), { sortable: true, warning: warningOf(fields, lacking) }] as const;
    }),
  );
}

function warningOf(fields: readonly Field[], lacking: readonly Field[]): string | null {
  const [first] = lacking;
  if (first === undefined) return null;
  const { length } = COLUMN_NAMES[first.kind];
  const some = lacking.length < fields.length ? `${lacking.length} of the ${fields.length} values of ` : '';
  return `Sorting by ${some}'${first.attribute}' reads all products found: the organization has ${length} indexed columns for ${first.kind}s to sort by, one for each attribute, channel, locale and currency. They go to the values that are used most.`;
}

/** Loads the same by code of the attribute, in either case; read once per request. */
export const sortabilityLoader = defineLoader<string, Sortability>({
  name: 'search.sortability',
  keyOf: foldKey,
  async load(context) {
    const structure = await readStructure(context);
    const { columns } = await searchStateOf(context, structure);
    return sortableAttributes(structure, columns);
  },
});
