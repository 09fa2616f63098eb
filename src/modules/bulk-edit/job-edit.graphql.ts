import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { snakeCase } from '../../platform/resource/table-store.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { attributeLoader } from '../attribute/index.ts';
import { JobRef } from '../job/job.graphql.ts';
import type { BulkEdit, ProductPatch } from '../product/index.ts';
import { readBulkEditInput } from './bulk-edit-input.ts';

const EditedFieldType = builder.objectRef<EditedField>('EditedField').implement({
  description: 'A field that a bulk edit changes.',
  extensions: { view: '{ path }' } satisfies TypeExtensions,
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path in snake_case: `status`, `values.title`.' }),
    attribute: t.field({
      type: AttributeRef,
      nullable: true,
      description: 'Attribute of a value; null for other fields, and after the attribute was deleted.',
      resolve: ({ attribute }, _args, context) =>
        attribute === null ? null : context.load(attributeLoader, attribute),
    }),
  }),
});

const EditSummaryType = builder.objectRef<EditSummary>('BulkEditSummary').implement({
  description: 'What a bulk edit does, without the values.',
  extensions: { view: '{ deletes fields { path } count }' } satisfies TypeExtensions,
  fields: (t) => ({
    deletes: t.exposeBoolean('isDeletion', { description: 'True if it deletes the products.' }),
    fields: t.field({
      type: [EditedFieldType],
      description: 'Fields that it changes; empty for a deletion.',
      resolve: ({ fields }) => [...fields],
    }),
    count: t.exposeInt('count', { description: 'Number of products that it was started for.' }),
  }),
});

builder.prismaObjectFields(JobRef, (t) => ({
  bulkEdit: t.field({
    type: EditSummaryType,
    nullable: true,
    description: 'What a job of the type `BULK` does; null for other jobs.',
    select: { type: true, input: true },
    resolve: ({ type, input }) =>
      type === 'bulk' ? summarizeEdit(readBulkEditInput(input as JsonObject)) : null,
  }),
}));

/** Summary of a bulk edit, without the values. */
interface EditSummary {
  readonly isDeletion: boolean;
  readonly fields: readonly EditedField[];
  /** Number of products that it was started for. */
  readonly count: number;
}

/** A field that a bulk edit changes. */
interface EditedField {
  /** Path as in the changes of a revision: `status`, `values.title`. */
  readonly path: string;
  /** Code of the attribute of a value. */
  readonly attribute: string | null;
}

/** Keys of a patch that change no field of their own name. */
const OTHERS = ['comment', 'refusedStatus', 'rename'];

/** Returns a short summary of a bulk edit. */
const summarizeEdit = ({ patch, expectedCount }: BulkEdit): EditSummary => ({
  isDeletion: patch === null,
  fields: patch === null ? [] : fieldsOf(patch),
  count: expectedCount,
});

function fieldsOf({ values, adjust, associations, ...rest }: ProductPatch): readonly EditedField[] {
  const attributes = [...(values ?? []), ...(adjust ?? [])].map(({ attribute }) => attribute);
  const properties = Object.entries(rest).flatMap(([key, value]) =>
    value === undefined || OTHERS.includes(key) ? [] : [snakeCase(key)],
  );
  return [
    ...[...new Set(attributes)].map((attribute) => ({ path: `values.${attribute}`, attribute })),
    ...[...properties, ...new Set((associations ?? []).map(({ type }) => `associations.${type}`))].map(
      (path) => ({ path, attribute: null }),
    ),
  ];
}
