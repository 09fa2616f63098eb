import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels, type Labels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { OptionSet } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { deleteOptionsOf } from './option.store.ts';

/** The orders in which a set's options can be shown. */
export const OPTION_ORDERS = ['manual', 'code', 'label'] as const;
export type OptionOrder = (typeof OPTION_ORDERS)[number];

/** A set of options as it is written. */
export interface OptionSetDocument {
  readonly code: string;
  readonly labels: Labels;
  readonly sort: OptionOrder;
}

export const optionSetStore = createTableStore<OptionSetDocument>({
  table: 'option_set',
  fields: ['labels', 'sort'],
});

export const optionSetResource = defineResource<OptionSet, OptionSetDocument>({
  resource: 'option_set',
  type: 'OptionSet',
  noun: 'optionSet',
  plural: 'optionSets',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: optionSetStore,
  localized: ['labels'],
  blank: ({ code }) => ({ code: String(code), labels: {}, sort: 'manual' }),
  check: (next) => ({
    document: next,
    problems: [...checkLabels(next.labels, ['labels']), ...checkSort(next.sort)],
  }),
  beforeDelete: deleteOptionsOf,
});

export const {
  delete: deleteOptionSet,
  loader: optionSetLoader,
  upsert: upsertOptionSets,
} = optionSetResource;

function checkSort(sort: string): FieldProblem[] {
  if ((OPTION_ORDERS as readonly string[]).includes(sort)) return [];
  const message = localized('option-sort', { list: OPTION_ORDERS });
  return [fieldProblem('value-not-allowed', ['sort'], message, { value: sort, suggestions: OPTION_ORDERS })];
}
