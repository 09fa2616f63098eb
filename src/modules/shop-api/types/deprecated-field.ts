import { isListType, isNonNullType } from 'graphql';
import type { MaybeRemoved } from '../deprecated-types.ts';
import { EMPTY_PAGE } from '../lists/product-page.ts';
import type { ShopField, ShopFields } from './field-modifiers.ts';

/** Returns the deprecation reason of a part that a storefront no longer exposes. */
export const removedReason = (removedOn: string): string =>
  `Removed on ${removedOn}. Has no values until then.`;

/** Returns a field; if it is no longer exposed, its type and arguments stay and it reads nothing. */
export function deprecatableField<Source>(
  field: ShopField<Source>,
  { removedOn }: MaybeRemoved<object>,
): ShopField<Source> {
  if (removedOn === undefined) return field;
  const { type } = field;
  const nothing = isNonNullType(type) ? (isListType(type.ofType) ? [] : EMPTY_PAGE) : null;
  return { ...field, resolve: () => nothing, deprecationReason: removedReason(removedOn) };
}

export const deprecatableFields = <Source>(
  fields: ShopFields<Source>,
  of: MaybeRemoved<object>,
): ShopFields<Source> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, deprecatableField(field, of)]));
