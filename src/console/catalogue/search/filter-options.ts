import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { translateLabel } from '../../i18n/translate.ts';
import { titled } from '../../ui/status-badge.tsx';
import type { GridSchema } from '../columns/column-documents.ts';
import { bulkEditOptionsQuery } from '../properties/bulk-documents.ts';
import { propertyOfField } from '../properties/product-properties.tsx';
import type { CellOption } from '../values/cell-value.ts';
import { optionsQuery } from '../values/options-query.ts';
import type { FilterField } from './grid-documents.ts';

const ENTITIES = graphql(`
  query FilterEntities($type: String!, $query: String, $codes: [String!], $locale: String) {
    entities(entityType: $type, query: $query, codes: $codes, first: 50) { nodes { code label(locale: $locale) } }
  }
`);

const toOption = ({ code, label }: { readonly code: string; readonly label: string }): CellOption => ({
  code,
  label,
  names: [],
});

const attributeOf = (field: string, { attributes }: GridSchema) =>
  attributes.find(({ code }) => field === `attributes.${code}`);

/** Returns the type of the entities that a field refers to; null for other fields. */
export const fieldEntityType = (field: string, model: GridSchema): string | null =>
  attributeOf(field, model)?.entityType?.code ?? null;

/** Returns the units of a field of measurements. */
export function fieldUnits(field: string, model: GridSchema) {
  const { measurementFamily, defaultUnit } = attributeOf(field, model) ?? {};
  const units = measurementFamily?.units ?? [];
  return { units, first: defaultUnit ?? units[0]?.code ?? '' };
}

/** Returns true for a field whose values can be listed; values of others, such as the SKU of a parent, are typed. */
export const hasChoices = (
  { field, type, values, optionSet }: Pick<FilterField, 'field' | 'type' | 'values' | 'optionSet'>,
  model: GridSchema,
): boolean =>
  values !== null ||
  optionSet !== null ||
  type === 'completeness' ||
  propertyOfField(field)?.choices !== undefined ||
  fieldEntityType(field, model) !== null;

/** Loads all values that a field is compared with, by their labels; entities are found by {@link entitiesQuery}. */
export const filterOptionsQuery = (
  { field, type, values, optionSet }: FilterField,
  model: GridSchema,
  locale: string,
) =>
  queryOptions({
    queryKey: ['filter choices', field, locale],
    queryFn: async ({ client }): Promise<readonly CellOption[]> => {
      if (values !== null)
        return values.map((code) => toOption({ code, label: translateLabel(titled(code)) }));
      if (optionSet !== null) return client.fetchQuery(optionsQuery(optionSet, locale));
      if (type === 'completeness') return model.attributes.map(toOption);
      const { choices } = propertyOfField(field) ?? {};
      if (choices === 'channels') return model.channels.map(toOption);
      return choices === undefined
        ? []
        : (await client.fetchQuery(bulkEditOptionsQuery(locale)))[choices].map(toOption);
    },
    staleTime: 60_000,
  });

/** Loads entities that a text finds, or those of codes. */
export const entitiesQuery = (
  type: string,
  lookup: { readonly query: string } | { readonly codes: readonly string[] },
  locale: string,
) =>
  queryOptions({
    queryKey: ['filter entities', type, lookup, locale],
    queryFn: async ({ signal }): Promise<readonly CellOption[]> => {
      const by = 'codes' in lookup ? { codes: [...lookup.codes] } : lookup;
      return (await request(ENTITIES, { type, locale, ...by }, signal)).entities.nodes.map(toOption);
    },
    staleTime: 60_000,
  });
