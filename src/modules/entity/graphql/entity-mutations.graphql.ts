import { batchArguments, defineBatchPayload } from '../../../graphql/batch.ts';
import { builder, type InputFields, WRITTEN_GRANT } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { LabelInput, toLabelPatch } from '../../../graphql/labels.ts';
import { defineMutation } from '../../../graphql/operation-field.ts';
import { ProblemInterface, type ProblemView, toProblemView } from '../../../graphql/problems.ts';
import { DeletePayload, defineWritePayload } from '../../../graphql/resource-fields.ts';
import { ifVersionArgument, WriteOutcomeType } from '../../../graphql/write-types.ts';
import { truncateText } from '../../../kernel/text/truncate-text.ts';
import { entityByIdLoader } from '../../entity-reference/index.ts';
import { toCellWrites, ValueInput } from '../../values/graphql/value-input.graphql.ts';
import { createEntity } from '../write/create-entity.ts';
import { deleteEntity } from '../write/delete-entity.ts';
import type { EntityItemResult, EntityPatch, EntityWriteResult } from '../write/entity-input.ts';
import { restoreEntity } from '../write/restore-entity.ts';
import { updateEntity } from '../write/update-entity.ts';
import { upsertEntities } from '../write/upsert-entities.ts';
import { EntityRef } from './entity.graphql.ts';

/** Input fields that new and existing entities have in common. */
const writable = (t: InputFields) => ({
  labels: t.field({
    type: [LabelInput],
    description: 'Labels to set or remove by locale; null removes all.',
  }),
  active: t.boolean({ description: 'If false, existing references stay and new references are rejected.' }),
  parent: t.string({
    description: 'Code of the parent entity, of the same type; null for none. Cycles are rejected.',
  }),
  values: t.field({ type: [ValueInput], description: 'Values to write. Other values do not change.' }),
});
const clear = (t: InputFields) => ({
  clear: t.stringList({ description: 'Codes of attributes whose values are all removed first.' }),
});
const code =
  'Letters, digits, `_` and `-`, up to 100 characters; unique within its type. Cannot change later.';

const CreateEntityInput = builder.inputType('CreateEntityInput', {
  description: 'A new entity.',
  fields: (t) => ({
    entityType: t.string({ required: true, description: 'Code of its type.' }),
    code: t.string({ required: true, description: code }),
    ...writable(t),
  }),
});

const UpdateEntityInput = builder.inputType('UpdateEntityInput', {
  description: 'Changes of an entity. Omitted fields keep their value.',
  fields: (t) => ({
    ...writable(t),
    ...clear(t),
    comment: t.string({ description: 'Comment for the revision.' }),
  }),
});

const UpsertEntityInput = builder.inputType('UpsertEntityInput', {
  description: 'One entity of a batch.',
  fields: (t) => ({
    entityType: t.string({ description: 'Code of its type. Defaults to the type of the batch.' }),
    code: t.string({ required: true, description: code }),
    ifVersion: t.int({ description: 'The item fails unless this is the current version.' }),
    ...writable(t),
    ...clear(t),
  }),
});

type Written = Pick<
  typeof UpdateEntityInput.$inferInput,
  'labels' | 'active' | 'parent' | 'values' | 'clear'
>;

const toPatch = ({ labels, values, clear: cleared, ...fields }: Written): EntityPatch => ({
  ...fields,
  labels: toLabelPatch(labels),
  values: toCellWrites({ values, clear: cleared }),
});

const EntityPayload = defineWritePayload({
  type: 'Entity',
  noun: 'entity',
  words: { one: 'entity' },
  node: EntityRef,
  find: (query, id, { prisma, caller }) =>
    prisma.entity.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  nameOf: ({ code }: EntityWriteResult) => code,
});

type ItemView = Omit<EntityItemResult, 'refusal'> & {
  readonly index: number;
  readonly problem: ProblemView | null;
};

const EntityItemResultType = builder.objectRef<ItemView>('EntityItemResult').implement({
  description: 'Result of one item of a batch.',
  extensions: {
    view: '{ index entityType code id: entity { id } status: outcome version }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index in the input, starting at 0.' }),
    entityType: t.exposeString('entityType', { description: 'Code of its type.' }),
    code: t.exposeString('code', { description: 'Code.' }),
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'Outcome of the write.',
      resolve: ({ outcome }) => outcome,
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description: 'Version after the write; null if the item failed.',
    }),
    entity: t.field({
      type: EntityRef,
      nullable: true,
      grantScopes: WRITTEN_GRANT,
      description: 'The entity after the write; null if the item failed.',
      resolve: ({ id }, _args, context) => (id === null ? null : context.load(entityByIdLoader, id)),
    }),
    problem: t.field({
      type: ProblemInterface,
      nullable: true,
      description: 'Why the item failed; null if it did not.',
      resolve: ({ problem }) => problem,
    }),
  }),
});

const UpsertEntitiesPayload = defineBatchPayload(
  'UpsertEntitiesPayload',
  'entities',
  EntityItemResultType,
  ({ refusal, ...result }: EntityItemResult, index): ItemView => ({
    ...result,
    entityType: truncateText(result.entityType),
    code: truncateText(result.code),
    index,
    problem: refusal === null ? null : toProblemView(refusal),
  }),
);

const keyArguments = builder.args((t) => ({
  entityType: t.string({ required: true, description: 'Code of its type, not case-sensitive.' }),
  code: t.string({ required: true, description: 'Code (not case-sensitive) or id.' }),
}));

defineMutation(createEntity, {
  description: 'Creates an entity. Fails if the entity type already has an entity with this code.',
  payload: EntityPayload,
  args: builder.args((t) => ({
    input: t.field({ type: CreateEntityInput, required: true, description: 'The entity.' }),
  })),
  input: ({ input: { entityType, code: newCode, ...fields } }) => ({
    entityType,
    code: newCode,
    ...toPatch(fields),
  }),
  exposure: { rest: { method: 'POST', path: '/entities', status: 201 } },
});

defineMutation(updateEntity, {
  description: 'Updates the given fields and values of an entity. Everything else stays unchanged.',
  payload: EntityPayload,
  args: {
    ...keyArguments,
    ...builder.args((t) => ({
      input: t.field({ type: UpdateEntityInput, required: true, description: 'The changes.' }),
    })),
    ...ifVersionArgument,
  },
  input: ({ input: { comment, ...fields }, ...rest }) => ({
    ...rest,
    patch: { ...toPatch(fields), comment },
  }),
  exposure: {
    rest: {
      method: 'PATCH',
      path: '/entities/{entityType}/{code}',
      upsert: { field: upsertEntities.name },
    },
  },
});

defineMutation(deleteEntity, {
  description:
    'Deletes an entity. It can be restored for 30 days. Fails while other objects refer to it; the problem lists them.',
  payload: DeletePayload,
  args: { ...keyArguments, ...ifVersionArgument },
  input: (args) => args,
  exposure: { rest: { method: 'DELETE', path: '/entities/{entityType}/{code}', status: 204 } },
});

defineMutation(restoreEntity, {
  description:
    'Restores an entity that was deleted within the last 30 days. Fails if another entity now has its code or a unique value.',
  payload: EntityPayload,
  args: keyArguments,
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/entities/{entityType}/{code}/restore' } },
});

defineMutation(upsertEntities, {
  description:
    'Creates and updates many entities (brands, materials …) in one transaction and returns a result for each. Use it before products refer to them; find existing entities with the query `entities`. The result of a failed item contains the reason. The other items are still written, unless `errorPolicy` forbids it.',
  payload: UpsertEntitiesPayload,
  args: {
    ...builder.args((t) => ({
      entityType: t.string({ description: 'Code of the entity type for items without one.' }),
    })),
    ...batchArguments(UpsertEntityInput, 'entities'),
  },
  input: ({ items, ...rest }) => ({
    ...rest,
    items: items.map(({ entityType, code: itemCode, ifVersion, ...fields }) => ({
      entityType,
      code: itemCode,
      ifVersion,
      ...toPatch(fields),
    })),
  }),
  exposure: {
    rest: { method: 'POST', path: '/entities/batch' },
    mcp: { tool: 'upsert_entities', maximumItems: 100 },
  },
});
