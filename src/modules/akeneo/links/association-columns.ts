import { foldKey } from '../../../kernel/codes.ts';
import type { AssociationTypeDocument } from '../../association-type/index.ts';
import type { CsvRow } from '../read/csv-file.ts';
import { listOf } from '../read/table-rows.ts';

/** What a column of links is resolved against: the types of the catalogue by folded code. */
export type KnownAssociationTypes = ReadonlyMap<
  string,
  Pick<AssociationTypeDocument, 'code' | 'twoWay' | 'quantified'>
>;

/** What the links of a column mean. */
export interface LinkColumn {
  readonly name: string;
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
}

/** `X_SELL-products`, `X_SELL-groups`, `X_SELL-product_models`, and what newer files have besides. */
const ASSOCIATION = /^([A-Za-z0-9_]+)-(products|groups|product_models|product_uuids)(-quantity)?$/;

/** Whether a column is named as those of associations are. */
export function isAssociationColumn(name: string): boolean {
  return ASSOCIATION.test(name);
}

/**
 * What a column of associations means; `groups` for links to groups, whatever the type. A reason: its links cannot be
 * written.
 *
 * @param name one that {@link isAssociationColumn} knows
 */
export function linkColumnOf(
  name: string,
  types: KnownAssociationTypes,
): LinkColumn | 'groups' | { readonly reason: string } {
  const [, code = '', targets, quantity] = ASSOCIATION.exec(name) ?? [];
  if (quantity !== undefined) return { reason: 'contains quantities of links' };
  if (targets === 'groups') return 'groups';
  if (targets !== 'products' && targets !== 'product_models')
    return { reason: 'refers to products by ids of Akeneo, which do not exist here' };
  const type = types.get(foldKey(code));
  if (type === undefined) return { reason: `refers to '${code}', which is not an association type` };
  if (type.quantified)
    return { reason: `has links of the type '${type.code}' without the quantity it needs` };
  return { name, type: type.code, twoWay: type.twoWay, targets };
}

/** The links that a row names, in the order of the columns given. */
export function readLinks(
  row: CsvRow,
  columns: readonly (LinkColumn & { readonly position: number })[],
  modelPrefix: string,
): LinkCell[] {
  return columns.flatMap((column) => {
    const prefix = column.targets === 'product_models' ? modelPrefix : '';
    const refs = listOf(row.cells[column.position] ?? '').map((ref) => prefix + ref);
    return refs.length > 0 ? [{ column, refs }] : [];
  });
}
