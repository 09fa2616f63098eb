import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import type { ColumnSpec } from '../../../catalogue/columns/column-spec.ts';
import { toGraphqlFilter } from '../../../catalogue/search/graphql-filter.ts';
import type { FilterField } from '../../../catalogue/search/grid-documents.ts';
import type { EntityFilter } from './entity-grid-documents.ts';

const ATTRIBUTE = 'attributes.';
const TIMES: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** Fields of entities that products do not have. */
const OWN_FIELDS: readonly FilterField[] = [
  { field: 'active', type: 'boolean', operators: ['eq'], values: null, optionSet: null, sortable: false },
  { field: 'code', type: 'id', operators: [], values: null, optionSet: null, sortable: true },
];

/** Returns the fields by which the entities of a type are filtered and sorted, of those of products and its own. */
export function entityFields(fields: readonly FilterField[], { attributes }: GridSchema): FilterField[] {
  const members = new Set(attributes.map(({ code }) => `${ATTRIBUTE}${code}`));
  return [...fields.filter(({ field }) => members.has(field) || TIMES.has(field)), ...OWN_FIELDS];
}

/** Types whose values are too long for columns that nobody chose. */
const LONG: ReadonlySet<string> = new Set(['TEXTAREA', 'RICH_TEXT', 'MEDIA', 'MEDIA_LIST', 'JSON', 'TABLE']);
const DEFAULT_COUNT = 8;

/** Returns the columns for people who have chosen none: the first attributes of the type, besides its label. */
export const defaultEntityColumns = ({ attributes, nameAttribute }: GridSchema): readonly ColumnSpec[] =>
  attributes
    .filter(({ code, type }) => code !== nameAttribute && !LONG.has(type))
    .slice(0, DEFAULT_COUNT)
    .map(({ code }) => ({ code }));

type Json = Readonly<Record<string, unknown>>;

/** Returns a filter in the JSON form of the API as the list of entities takes it. */
export const toEntityFilter = (type: string, filter: Json): EntityFilter => ({
  entityType: type,
  and: [withPlainConditions(toGraphqlFilter(filter) as EntityFilter)],
});

/** Entities compare these conditions with one value, products with an operator. */
function withPlainConditions({ and, or, not, active, ...rest }: EntityFilter): EntityFilter {
  const isActive: unknown = active;
  return {
    ...rest,
    ...(and == null ? {} : { and: and.map(withPlainConditions) }),
    ...(or == null ? {} : { or: or.map(withPlainConditions) }),
    ...(not == null ? {} : { not: withPlainConditions(not) }),
    ...(isActive == null ? {} : { active: (isActive as { readonly eq: boolean }).eq }),
  };
}
