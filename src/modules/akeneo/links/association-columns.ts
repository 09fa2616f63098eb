import { foldKey } from '../../../kernel/codes.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { AssociationTypeDocument } from '../../association-type/index.ts';
import { readList } from '../../file-formats/index.ts';
import type { CsvRow } from '../read/csv-file.ts';

/** Association types of the catalogue by folded code, against which columns of links are resolved. */
export type AssociationTypeLookup = ReadonlyMap<
  string,
  Pick<AssociationTypeDocument, 'code' | 'twoWay' | 'quantified'>
>;

/** Meaning of one column of links. */
export interface LinkColumn {
  readonly name: string;
  /** True if links of the type have a quantity, which is in a column of its own. */
  readonly quantified?: boolean;
  /** Code of the type in its stored case. */
  readonly type: string;
  readonly twoWay: boolean;
  /** `product_models` names models by their codes, without prefix. */
  readonly targets: 'products' | 'product_models';
}

/** The SKUs that one cell links to. */
export interface LinkCell {
  readonly column: LinkColumn;
  readonly refs: readonly string[];
  /** One per link where the type has quantities; missing where the cells do not fit together. */
  readonly quantities?: readonly number[];
}

/** `X_SELL-products`, `X_SELL-groups`, `X_SELL-product_models`, and what newer files have besides. */
const ASSOCIATION = /^([A-Za-z0-9_]+)-(products|groups|product_models|product_uuids)(-quantity)?$/;

/** Returns true if the column is named as columns of associations are. */
export function isAssociationColumn(name: string): boolean {
  return ASSOCIATION.test(name);
}

/**
 * Returns the meaning of a column of associations: `groups` for links to groups, whatever the type; `quantities` for
 * the quantities of the links in another column. Returns a reason instead if its links cannot be written.
 *
 * @param name a name that {@link isAssociationColumn} accepts
 * @param columns the header of the file
 */
export function linkColumnOf(
  name: string,
  types: AssociationTypeLookup,
  columns: readonly string[],
): LinkColumn | 'groups' | 'quantities' | { readonly reason: Message } {
  const [, code = '', targets, quantity] = ASSOCIATION.exec(name) ?? [];
  if (targets === 'groups') return 'groups';
  if (targets !== 'products' && targets !== 'product_models')
    return { reason: localized('akeneo-links-by-id') };
  const type = types.get(foldKey(code));
  if (type === undefined) return { reason: localized('column-association-unknown', { ref: code }) };
  if (quantity !== undefined) {
    if (!type.quantified)
      return { reason: localized('column-quantities-not-allowed', { typeCode: type.code }) };
    const links = name.slice(0, -QUANTITY.length);
    return columns.includes(links)
      ? 'quantities'
      : { reason: localized('akeneo-quantities-alone', { column: links }) };
  }
  if (type.quantified && !columns.includes(name + QUANTITY))
    return { reason: localized('akeneo-quantities-missing', { typeCode: type.code }) };
  const column = { name, type: type.code, twoWay: type.twoWay, targets } as const;
  return type.quantified ? { ...column, quantified: true } : column;
}

const QUANTITY = '-quantity';

/** Returns the links that a row names, in the order of the columns given. */
export function readLinks(
  row: CsvRow,
  columns: readonly (LinkColumn & { readonly position: number })[],
  modelPrefix: string,
): LinkCell[] {
  return columns.flatMap(({ position, ...column }) => {
    const prefix = column.targets === 'product_models' ? modelPrefix : '';
    const cell = row.cells[position] ?? '';
    const refs = readList(cell, ',').map((ref) => prefix + ref);
    if (refs.length === 0) return [];
    const quantities = column.quantified === true ? quantitiesOf(row.get(column.name + QUANTITY)) : [];
    return quantities.length === refs.length ? [{ column, refs, quantities }] : [{ column, refs }];
  });
}

/** Returns the quantities of a cell, separated by `|`; none where one of them is no whole number. */
function quantitiesOf(cell: string): number[] {
  const parts = readList(cell, cell.includes('|') ? '|' : ',');
  return parts.every((word) => /^\d{1,9}$/.test(word)) ? parts.map(Number) : [];
}
