import { foldKey } from '../../kernel/codes.ts';
import type { AttributeGroupDocument } from '../attribute-group/index.ts';

/** Places of attributes by code, from 0, in the order in which people see them. */
export type DisplayOrder = ReadonlyMap<string, number>;

/** An attribute and the group that it is shown in. */
interface GroupedAttribute {
  readonly code: string;
  readonly group: string | null;
}

/**
 * Returns the attributes by the order of their groups, those without one last; in a group they keep the order they come
 * in.
 */
export function displayOrder(
  attributes: readonly GroupedAttribute[],
  groups: ReadonlyMap<string, AttributeGroupDocument>,
): DisplayOrder {
  const groupedAttributes = attributes.map(({ code, group }) => ({
    code,
    group: groups.get(foldKey(group ?? '')),
  }));
  const sorted = groupedAttributes.toSorted((a, b) => compareGroups(a.group, b.group));
  return new Map(sorted.map(({ code }, index) => [code, index]));
}

function compareGroups(a: AttributeGroupDocument | undefined, b: AttributeGroupDocument | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a.sortOrder - b.sortOrder || (a.code < b.code ? -1 : Number(a.code > b.code));
}
