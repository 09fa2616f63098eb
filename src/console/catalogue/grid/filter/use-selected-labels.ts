import { useQueries } from '@tanstack/react-query';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import { type Clause, expectsChoices, flattenConditions } from '../../search/conditions.ts';
import { entitiesQuery, fieldEntityType, filterOptionsQuery } from '../../search/filter-options.ts';
import type { FilterField } from '../../search/grid-documents.ts';

/** Finds the labels of the values that conditions choose; undefined where a value has none, or until it is loaded. */
export function useSelectedLabels(
  where: readonly Clause[],
  fields: readonly FilterField[],
  model: GridSchema,
  locale: string,
): (field: string, value: string) => string | undefined {
  const byField = Map.groupBy(flattenConditions(where), ({ field }) => field);
  const choiceFields = fields.filter(({ field, type }) =>
    byField.get(field)?.some(({ operator }) => expectsChoices(operator === 'eq' ? 'in' : operator, type)),
  );
  const labelQueries = useQueries({
    queries: choiceFields.map((field) => {
      const type = fieldEntityType(field.field, model);
      const values = byField.get(field.field)?.flatMap(({ value }) => value.split(',')) ?? [];
      return type === null
        ? filterOptionsQuery(field, model, locale)
        : entitiesQuery(type, { codes: [...new Set(values)].toSorted() }, locale);
    }),
  });
  return (field, value) => {
    const choices = labelQueries[choiceFields.findIndex((one) => one.field === field)]?.data;
    const label = choices?.find(({ code }) => code === value)?.label;
    return label === undefined ? undefined : stripBrackets(label);
  };
}
