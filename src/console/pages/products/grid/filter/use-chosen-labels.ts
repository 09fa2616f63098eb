import { useQueries } from '@tanstack/react-query';
import type { GridModel } from '../../../../catalogue/columns/column-documents.ts';
import { type Clause, conditionsOf, takesChoices } from '../../../../catalogue/search/conditions.ts';
import { choicesQuery, entitiesQuery, entityTypeOf } from '../../../../catalogue/search/filter-choices.ts';
import type { FilterField } from '../../../../catalogue/search/grid-documents.ts';
import { plainLabel } from '../../../../ui/labels/plain-label.ts';

/** Finds the labels of the values that conditions choose; undefined where a value has none, or until it is loaded. */
export function useChosenLabels(
  where: readonly Clause[],
  fields: readonly FilterField[],
  model: GridModel,
  locale: string,
): (field: string, value: string) => string | undefined {
  const byField = Map.groupBy(conditionsOf(where), ({ field }) => field);
  const asked = fields.filter(({ field, type }) =>
    byField.get(field)?.some(({ operator }) => takesChoices(operator === 'eq' ? 'in' : operator, type)),
  );
  const answers = useQueries({
    queries: asked.map((field) => {
      const type = entityTypeOf(field.field, model);
      const values = byField.get(field.field)?.flatMap(({ value }) => value.split(',')) ?? [];
      return type === null
        ? choicesQuery(field, model, locale)
        : entitiesQuery(type, { codes: [...new Set(values)].toSorted() }, locale);
    }),
  });
  return (field, value) => {
    const choices = answers[asked.findIndex((one) => one.field === field)]?.data;
    const label = choices?.find(({ code }) => code === value)?.label;
    return label === undefined ? undefined : plainLabel(label);
  };
}
