import { batchArguments, batchPayload } from '../../graphql/batch.ts';
import { builder, type InputFields, WRITTEN } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { mutationOf } from '../../graphql/operation-field.ts';
import { ProblemInterface, type RefusalView, viewOf } from '../../graphql/problems.ts';
import { DeletePayload, writePayload } from '../../graphql/resource-fields.ts';
import { WriteOutcomeType } from '../../graphql/write-types.ts';
import { abbreviated } from '../../kernel/abbreviated.ts';
import { toCellWrites, ValueInput } from '../product/value-input.graphql.ts';
import { createEntity } from './create-entity.ts';
import { deleteEntity } from './delete-entity.ts';
import { EntityRef } from './entity.graphql.ts';
import { entityByIdLoader } from './entity.loaders.ts';
import type { EntityAnswer, EntityItemResult, EntityPatch } from './entity-input.ts';
import { restoreEntity } from './restore-entity.ts';
import { updateEntity } from './update-entity.ts';
import { upsertEntities } from './upsert-entities.ts';

/** What can be written of new and of existing entities alike. */
const writable = (t: InputFields) => ({
  labels: t.field({ type: [LabelInput], description: 'Names to set or remove by locale; null removes all.' }),
  active: t.boolean({ description: 'False keeps it where it is used and refuses it for new values.' }),
  parent: t.string({
    description: 'Code of the entity above, of the same type; null for none. Circles are refused.',
  }),
  values: t.field({ type: [ValueInput], description: 'Cells to write; others stay.' }),
});
const clear = (t: InputFields) => ({
  clear: t.stringList({ description: 'Codes of attributes whose cells are all removed first.' }),
});
const code = 'Letters, digits, `_` and `-`, up to 100; unique in its type, never changes.';

const CreateEntityInput = builder.inputType('CreateEntityInput', {
  description: 'A new entity.',
  fields: (t) => ({
    entityType: t.string({ required: true, description: 'Code of its type.' }),
    code: t.string({ required: true, description: code }),
    ...writable(t),
  }),
});

const UpdateEntityInput = builder.inputType('UpdateEntityInput', {
  description: 'What to change of an entity; what is left out stays.',
  fields: (t) => ({
    ...writable(t),
    ...clear(t),
    comment: t.string({ description: 'Why, for the revision.' }),
  }),
});

const UpsertEntityInput = builder.inputType('UpsertEntityInput', {
  description: 'One entity of a batch.',
  fields: (t) => ({
    entityType: t.string({ description: 'Code of its type; that of the batch when left out.' }),
    code: t.string({ required: true, description: code }),
    ifVersion: t.int({ description: 'Refuse the item unless this is the current version.' }),
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

const EntityPayload = writePayload({
  type: 'Entity',
  noun: 'entity',
  words: { one: 'entity' },
  node: EntityRef,
  find: (query, id, { prisma, caller }) =>
    prisma.entity.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  nameOf: ({ code }: EntityAnswer) => code,
});

type ItemView = Omit<EntityItemResult, 'refusal'> & {
  readonly index: number;
  readonly problem: RefusalView | null;
};

const EntityItemResultType = builder.objectRef<ItemView>('EntityItemResult').implement({
  description: 'What became of one item of a batch.',
  extensions: {
    view: '{ index entityType code id: entity { id } status: outcome version }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the input, from 0.' }),
    entityType: t.exposeString('entityType', { description: 'Code of its type.' }),
    code: t.exposeString('code', { description: 'Its code.' }),
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'What was done.',
      resolve: ({ outcome }) => outcome,
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description: 'Its version now; null when it was refused.',
    }),
    entity: t.field({
      type: EntityRef,
      nullable: true,
      grantScopes: WRITTEN,
      description: 'The entity as it is now; null when it was refused.',
      resolve: ({ id }, _args, context) => (id === null ? null : context.load(entityByIdLoader, id)),
    }),
    problem: t.field({
      type: ProblemInterface,
      nullable: true,
      description: 'Why it was refused; null when it was not.',
      resolve: ({ problem }) => problem,
    }),
  }),
});

const UpsertEntitiesPayload = batchPayload(
  'UpsertEntitiesPayload',
  'entities',
  EntityItemResultType,
  ({ refusal, ...result }: EntityItemResult, index): ItemView => ({
    ...result,
    entityType: abbreviated(result.entityType),
    code: abbreviated(result.code),
    index,
    problem: refusal === null ? null : viewOf(refusal),
  }),
);

const keyArguments = builder.args((t) => ({
  entityType: t.string({ required: true, description: 'Code of its type, in either case.' }),
  code: t.string({ required: true, description: 'Its code, in either case, or its id.' }),
}));
const ifVersionArgument = builder.args((t) => ({
  ifVersion: t.int({ description: 'Refuse unless this is the current version (optimistic locking).' }),
}));

mutationOf(createEntity, {
  description: 'Creates an entity. Refused when its code is taken in its type.',
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

mutationOf(updateEntity, {
  description: 'Changes the named fields and cells of an entity; everything else stays.',
  payload: EntityPayload,
  args: {
    ...keyArguments,
    ...builder.args((t) => ({
      input: t.field({ type: UpdateEntityInput, required: true, description: 'What to change.' }),
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

mutationOf(deleteEntity, {
  description:
    'Takes an entity out of the catalogue; it can be restored for 30 days. Refused while something names it, naming what.',
  payload: DeletePayload,
  args: { ...keyArguments, ...ifVersionArgument },
  input: (args) => args,
  exposure: { rest: { method: 'DELETE', path: '/entities/{entityType}/{code}', status: 204 } },
});

mutationOf(restoreEntity, {
  description:
    'Brings an entity back that was deleted in the last 30 days. Refused when its code or a unique value is taken now.',
  payload: EntityPayload,
  args: keyArguments,
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/entities/{entityType}/{code}/restore' } },
});

mutationOf(upsertEntities, {
  description:
    'Creates and changes many entities (brands, materials …) in one transaction; answers what became of each. Use it before products name them; look with `searchEntities` which are there. A refused item says why and does not keep the others from being written, unless `errorPolicy` says so.',
  payload: UpsertEntitiesPayload,
  args: {
    ...builder.args((t) => ({
      entityType: t.string({ description: 'Code of the type of items that name none.' }),
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
