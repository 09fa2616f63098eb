import type { VariablesOf } from '../../api/graphql.ts';
import type { PRODUCTS } from './grid-documents.ts';

type Sort = NonNullable<VariablesOf<typeof PRODUCTS>['sort']>[number];

/** A sort as GraphQL takes it, of one as the address has it: `sku`, `-attributes.name`. */
export function toSort(sort: string): Sort[] | null {
  if (sort === '') return null;
  const direction = sort.startsWith('-') ? ('DESC' as const) : ('ASC' as const);
  const name = sort.replace(/^-/, '');
  const attribute = /^attributes\.(.+)$/.exec(name)?.[1];
  if (attribute !== undefined) return [{ direction, attribute }];
  return [{ direction, field: name.toUpperCase() as NonNullable<Sort['field']> }];
}
