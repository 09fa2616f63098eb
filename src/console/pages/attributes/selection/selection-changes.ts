import type { ModelChanges } from '../../../catalogue/model/apply-model.ts';
import { setChanges } from '../../../catalogue/model/attributes/create/attribute-plan.ts';
import type { AttributeRow } from '../attribute-documents.ts';

/** Values that several attributes have in common afterwards. */
export interface SelectionEdit {
  /** Code of their group, null for none; undefined leaves their groups as they are. */
  readonly group: string | null | undefined;
  /** Codes of the attributes in their new order, from a position on; null leaves it as it is. */
  readonly order: { readonly codes: readonly string[]; readonly from: number } | null;
  /** Codes of the sets that they are added to. */
  readonly sets: readonly string[];
  /** Codes of the channels in which these sets require them; `*` for all. */
  readonly requiredIn: readonly string[];
  /** Codes of the sets that they are removed from. */
  readonly removedFrom: readonly string[];
}

/** Returns the changes of several attributes, as one request. */
export function selectionChanges(
  rows: readonly Pick<AttributeRow, 'code' | 'version'>[],
  { group, order, sets, requiredIn, removedFrom }: SelectionEdit,
): ModelChanges {
  const codes = rows.map(({ code }) => code);
  const attributes = rows.map(({ code, version }) => ({
    code,
    ifVersion: version,
    ...(group === undefined ? {} : { group }),
    ...(order === null ? {} : { sortOrder: order.from + order.codes.indexOf(code) }),
  }));
  const added = setChanges(codes.map((code) => ({ code, sets, requiredIn }))).attributeSets ?? [];
  const attributeSets = [
    ...added,
    ...removedFrom.filter((code) => !sets.includes(code)).map((code) => ({ code, removeAttributes: codes })),
  ];
  return {
    ...(group === undefined && order === null ? {} : { attributes }),
    ...(attributeSets.length === 0 ? {} : { attributeSets }),
  };
}
