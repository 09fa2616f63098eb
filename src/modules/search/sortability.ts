import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { readStructure } from '../structure/index.ts';
import { COLUMN_NAMES, type Field, type SearchColumns, wantedFields } from './row/column.ts';
import { searchStateOf } from './search-state.ts';

/** Whether products can be sorted by an attribute. */
export interface Sortability {
  /** By at least one of its values: a price has one per currency, a scopable attribute one per channel. */
  readonly sortable: boolean;
  /** Says that no column is left for some of its values; null while there are enough. */
  readonly warning: string | null;
}

/** Why products cannot be sorted by what has no column, and what helps. */
export function columnsInUse(kind: Field['kind']): string {
  const { length } = COLUMN_NAMES[kind];
  return `the organization has ${length} columns for ${kind}s to sort by, one for each attribute, channel, locale and currency, and all are in use. To free some, set 'filterable' of an attribute that nobody searches by to false`;
}

/** By folded code of the attribute; those that no product could be sorted by are left out. */
export function sortabilities(
  structure: CatalogueStructure,
  columns: SearchColumns,
): ReadonlyMap<string, Sortability> {
  const byAttribute = Map.groupBy(wantedFields(structure), ({ attribute }) => foldKey(attribute));
  return new Map(
    [...byAttribute].map(([code, fields]) => {
      const lacking = fields.filter((field) => columns.written(field) === undefined);
      const sortable = fields.some((field) => columns.ready(field) !== undefined);
      return [code, { sortable, warning: warningOf(fields, lacking) }] as const;
    }),
  );
}

function warningOf(fields: readonly Field[], lacking: readonly Field[]): string | null {
  const [first] = lacking;
  if (first === undefined) return null;
  const some = lacking.length < fields.length ? `${lacking.length} of the ${fields.length} values of ` : '';
  return `Products cannot be sorted by ${some}'${first.attribute}': ${columnsInUse(first.kind)}.`;
}

/** The same by code of the attribute, in either case; read once per request. */
export const sortabilityLoader = defineLoader<string, Sortability>({
  name: 'search.sortability',
  keyOf: foldKey,
  async load(context) {
    const structure = await readStructure(context);
    const { columns } = await searchStateOf(context, structure);
    return sortabilities(structure, columns);
  },
});
