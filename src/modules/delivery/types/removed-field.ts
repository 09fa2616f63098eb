import { isListType, isNonNullType } from 'graphql';
import { EMPTY_PAGE } from '../lists/delivered-page.ts';
import type { Removable } from '../removed-types.ts';
import type { ShopField, ShopFields } from './fields.ts';

/** Returns the deprecation reason of a part that a storefront no longer exposes. */
export const removedReason = (removedOn: string): string =>
  `Removed on ${removedOn}. Has no values until then.`;

/** Returns a field; if it is no longer exposed, its type and arguments stay and it reads nothing. */
export function removableField<Source>(
  field: ShopField<Source>,
  { removedOn }: Removable<object>,
): ShopField<Source> {
  if (removedOn === undefined) return field;
  const { type } = field;
  const nothing = isNonNullType(type) ? (isListType(type.ofType) ? [] : EMPTY_PAGE) : null;
  return { ...field, resolve: () => nothing, deprecationReason: removedReason(removedOn) };
}

export const removableFields = <Source>(
  fields: ShopFields<Source>,
  of: Removable<object>,
): ShopFields<Source> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, removableField(field, of)]));
