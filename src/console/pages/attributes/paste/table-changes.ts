import { planChanges, setChanges } from '../../../catalogue/model/attributes/create/attribute-plan.ts';
import { changedLabels } from '../../../catalogue/model/fields/labels.ts';
import { labelColumn } from './table-columns.ts';
import type { ReadRow } from './table-model.ts';

type AttributeInput =
  | ReturnType<typeof planChanges>['attributes'][number]
  | {
      readonly code: string;
      readonly labels: ReturnType<typeof changedLabels>;
      readonly group?: string;
      readonly sortOrder?: number;
    };

/** Returns the changes that save a table in one request: new groups, new attributes with their options, changed ones, and their sets. */
export function tableChanges(
  rows: readonly ReadRow[],
  locale: string,
  existingSets: Parameters<typeof planChanges>[2],
) {
  const written = rows.filter(({ kind }) => kind !== 'empty');
  const plans = written.filter(({ kind }) => kind === 'new').map(({ plan }) => plan);
  const { attributes, ...created } = planChanges(plans, locale, existingSets);
  const groups = new Map(
    written.flatMap(({ plan, newGroup }) =>
      newGroup === null ? [] : [[plan.group ?? '', newGroup] as const],
    ),
  );
  const inputs = [...attributes];
  return {
    ...created,
    ...(groups.size === 0
      ? {}
      : {
          attributeGroups: [...groups].map(([code, text]) => ({ code, labels: [{ locale, text }] })),
        }),
    attributes: written.flatMap(({ kind, plan: { code, labels, group, sortOrder } }): AttributeInput[] => {
      const input = kind === 'new' ? inputs.shift() : undefined;
      if (input !== undefined) return [input];
      return [
        {
          code,
          labels: changedLabels(labels, {}),
          ...(group === null ? {} : { group }),
          ...(sortOrder === undefined ? {} : { sortOrder }),
        },
      ];
    }),
    ...setChanges(written.map(({ plan }) => plan)),
  };
}

/** Columns of the fields of an attribute in the input, where they differ. */
const COLUMNS: Readonly<Record<string, string>> = {
  measurementFamily: 'unit',
  defaultUnit: 'unit',
  optionSet: 'options',
  entityType: 'options',
};

/** Returns the column of a field of the input. */
export const columnOfField = (field: string | undefined, locale: string): string =>
  field === undefined || field === 'labels' ? labelColumn(locale) : (COLUMNS[field] ?? field);
