import type { ObjectRef } from '@pothos/core';
import { builder, keyField, type PothosTypes } from '../../../graphql/builder.ts';
import {
  defineConnection,
  nodeQuery,
  pageArguments,
  pageComplexity,
  SortDirection,
} from '../../../graphql/connection.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../../graphql/labels.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import type { Page } from '../../../kernel/page.ts';
import type { Actor } from '../../../kernel/session.ts';
import type { HistoryPoint } from '../../../kernel/text/history-point.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import { NO_USERS } from '../../../platform/resource/usages.ts';
import { type EntityReference, entityByIdLoader, entityTypeLoader } from '../../entity-reference/index.ts';
import { EntityTypeRef } from '../../entity-type/entity-type.graphql.ts';
import {
  changedSinceArgument,
  declareChanges,
  selectedChanges,
} from '../../event/changes/list-changes.graphql.ts';
import {
  comparisonArguments,
  REBUILD_COST,
  RevisionComparisonType,
  RevisionConnection,
} from '../../event/revision.graphql.ts';
import { localeChainLoader } from '../../locale/index.ts';
import { mediaLoader } from '../../media/index.ts';
import { MediaRef } from '../../media/media.graphql.ts';
import { ActorType } from '../../organization/user.graphql.ts';
import { ProductConnection } from '../../product/graphql/product.graphql.ts';
import { partsOf } from '../../product/graphql/selected-fields.graphql.ts';
import { listProducts } from '../../product/index.ts';
import { AttributeConditionInput, DateTimeConditionInput } from '../../search/filter.graphql.ts';
import { type EntityFilter, withQuery } from '../../search/index.ts';
import { codesOfStructure, structureLoader, unknownCodes, unknownCodesError } from '../../structure/index.ts';
import {
  contextArguments,
  declareValueFields,
  fallbackArgument,
} from '../../values/graphql/value-fields.graphql.ts';
import { entityImage, entityLabel, entityView } from '../../values/index.ts';
import { compareEntityRevisions } from '../history/compare-entity-revisions.ts';
import { entityAsOfLoader, sequenceOf } from '../history/entity-as-of.ts';
import { findEntityAsOf } from '../history/find-entity-as-of.ts';
import { entityUsesLoader } from '../read/entity.loaders.ts';
import { getEntity, isEntityDeleted, listEntities, listEntityRevisions } from '../read/read-entities.ts';

const READ = getEntity.scope;

// Entities lead to entities: the types of these two are written down, so that TypeScript need not go in circles.
const self = (): ObjectRef<PothosTypes, Entity> => EntityRef;
const connection = (): ObjectRef<PothosTypes, Page<Entity>> => EntityConnection;

async function structureOf(context: RequestContext) {
  const structure = await context.load(structureLoader, '');
  if (structure === null) throw new Error('Every organization has a structure.');
  return structure;
}

interface LabelArguments {
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly fallback: boolean;
}

/** @throws ValidationFailed with the likely types, where no type has the code */
export async function rejectUnknownType(code: string, context: RequestContext): Promise<void> {
  const structure = await structureOf(context);
  const codeReference = { kind: 'entity-type', code, path: ['entityType'] } as const;
  const problems = unknownCodes(codesOfStructure(structure), [codeReference]);
  if (problems.length > 0) throw unknownCodesError(problems);
}

/** Returns the label of an entity, living or deleted, in a channel and locale. */
export async function labelOfEntity(
  entity: Entity,
  { channel, locale, fallback }: LabelArguments,
  context: RequestContext,
): Promise<string> {
  const chain = (await context.load(localeChainLoader, locale ?? '')) ?? [];
  const locales = fallback ? chain : chain.slice(0, 1);
  return entityLabel(entity, await structureOf(context), locales, channel);
}

/** Returns the type of an entity. A type stays as long as entities, deleted ones among them, have it. */
export async function typeOfEntity({ entityType }: Entity, _args: object, context: RequestContext) {
  const typeDocument = await context.load(entityTypeLoader, entityType);
  if (typeDocument === null) throw new Error(`Entity type ${entityType} is used but not there.`);
  return typeDocument;
}

export const EntityRef = builder.prismaNode('Entity', {
  nullable: true,
  description:
    'An object that products refer to and that has values of its own: a brand, a material, a designer.',
  authScopes: { holds: READ },
  extensions: {
    view: `($values: DataForm! = CELLS, $fallback: Boolean! = true) { id entityType { code } code
      label(channel: $channel, locale: $locale) labels { locale text } active parent { code } values:
      data(form: $values, attributes: $attributes, channel: $channel, locales: $locales, fallback:
      $fallback, labels: $labels) usedByCount usedByCountExact version asOf createdAt updatedAt createdBy { type id name }
      updatedBy { type id name } }`,
    onlyNamedInLists: ['usedByCount', 'usedByCountExact'],
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
    deletedAt: null,
  }),
  fields: (t) => ({
    code: t.exposeString('code', {
      skipTypeScopes: true,
      description: 'Code, unique within its type. Cannot change later.',
    }),
    label: t.string({
      skipTypeScopes: true,
      description:
        'Label: the value of the label attribute of its entity type, or its own label, also from fallback locales; otherwise `[code]`.',
      args: { ...contextArguments, ...fallbackArgument },
      resolve: labelOfEntity,
    }),
    image: t.field({
      type: MediaRef,
      nullable: true,
      description:
        'Image: the value of the image attribute of its entity type, also from fallback locales; null for none.',
      args: contextArguments,
      resolve: async (entity, { channel, locale }, context) => {
        const code = entityImage(entity, await structureOf(context), channel, locale);
        return code === null ? null : context.load(mediaLoader, code);
      },
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Labels by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    entityType: t.field({
      type: EntityTypeRef,
      description: 'Entity type.',
      resolve: typeOfEntity,
    }),
    active: t.exposeBoolean('active', {
      description: 'If false, existing references stay and new references are rejected.',
    }),
    parent: t.field({
      type: self(),
      nullable: true,
      description: 'Parent entity, in a hierarchical type.',
      resolve: (entity, _args, context) => {
        const { parentId } = entity;
        const sequence = sequenceOf(entity);
        if (parentId === null || sequence === null)
          return parentId === null ? null : context.load(entityByIdLoader, parentId);
        return context.load(entityAsOfLoader, { id: parentId, sequence });
      },
    }),
    children: t.field({
      type: connection(),
      description: 'Child entities, by code.',
      args: pageArguments,
      complexity: pageComplexity,
      resolve: ({ id }, page, context, info) =>
        context.read(listEntities, { ...page, below: id, query: nodeQuery('Entity', context, info) }),
    }),
    usedByCount: t.int({
      description:
        'Number of products and entities that refer to it in an own value or are linked to it: those in `usedBy` and `usedByEntities`; at most 10,000. See `usedByCountExact`.',
      resolve: async ({ id, entityType, code }, _args, context) =>
        ((await context.load(entityUsesLoader, { id, entityType, code })) ?? NO_USERS).count,
    }),
    usedByCountExact: t.boolean({
      description: 'Whether `usedByCount` is the exact number. If false, more objects refer to it.',
      resolve: async ({ id, entityType, code }, _args, context) =>
        ((await context.load(entityUsesLoader, { id, entityType, code })) ?? NO_USERS).isExact,
    }),
    usedBy: t.field({
      type: ProductConnection,
      description:
        'Products that refer to it in an own value or are linked to it. Products that only inherit the reference are not included.',
      args: pageArguments,
      complexity: pageComplexity,
      authScopes: { holds: listProducts.scope },
      extensions: {
        ...operationExtensions(listProducts),
        rest: {
          method: 'GET',
          path: '/entities/{entityType}/{code}/used-by',
          parent: 'entity',
          name: 'listProductsOfEntity',
          leavesOut: ['asOf'],
        },
      },
      resolve: ({ id, entityType, code }, page, context, info) =>
        context.read(listProducts, {
          ...page,
          naming: { kind: 'entity', owner: entityType, code, linkedEntityId: id },
          parts: partsOf(info),
        }),
    }),
    usedByEntities: t.field({
      type: connection(),
      description: 'Entities that refer to it in a value, by type and code.',
      args: pageArguments,
      complexity: pageComplexity,
      resolve: ({ id, entityType, code }, page, context, info) =>
        context.read(listEntities, {
          ...page,
          naming: { id, entityType, code },
          query: nodeQuery('Entity', context, info),
        }),
    }),
    revisions: t.field({
      type: RevisionConnection,
      description: 'Revisions, newest first.',
      args: pageArguments,
      complexity: pageComplexity,
      extensions: {
        ...operationExtensions(listEntityRevisions),
        rest: {
          method: 'GET',
          path: '/entities/{entityType}/{code}/revisions',
          parent: 'entity',
          leavesOut: ['asOf'],
        },
      },
      resolve: ({ id }, page, context) => context.read(listEntityRevisions, { objectId: id, ...page }),
    }),
    asOf: t.field({
      type: 'BigInt',
      nullable: true,
      description:
        'Sequence number of the event right after which the entity was as in this response; null for the present.',
      extensions: { omitsNull: true },
      resolve: (entity) => sequenceOf(entity)?.toString() ?? null,
    }),
    comparison: t.field({
      type: RevisionComparisonType,
      description: 'Differences between two moments of the entity.',
      args: comparisonArguments,
      complexity: REBUILD_COST,
      extensions: {
        ...operationExtensions(compareEntityRevisions),
        faults: ['history-incomplete'],
        rest: {
          method: 'GET',
          path: '/entities/{entityType}/{code}/comparison',
          parent: 'entity',
          leavesOut: ['asOf'],
        },
      },
      resolve: (entity, { from, to }, context) =>
        context.read(compareEntityRevisions, {
          objectId: entity.id,
          from: from ?? null,
          to: to ?? null,
          asOf: sequenceOf(entity),
        }),
    }),
    version: t.exposeInt('version', {
      ...keyField(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of deletion; null if not deleted.',
    }),
    createdBy: t.field({
      type: ActorType,
      description: 'User or token that created it.',
      resolve: ({ createdBy }) => createdBy as unknown as Actor,
    }),
    updatedBy: t.field({
      type: ActorType,
      description: 'User or token that last changed it.',
      resolve: ({ updatedBy }) => updatedBy as unknown as Actor,
    }),
  }),
});

declareValueFields(EntityRef, async (entity, context) => {
  const view = entityView(entity, await structureOf(context));
  return { ...view, isPast: sequenceOf(entity) !== null };
});

const EntityConnection = defineConnection('Entity', EntityRef);
declareChanges(EntityConnection, 'Entity');

export const EntityFilterInput = builder.inputRef<EntityFilter>('EntityFilter');
EntityFilterInput.implement({
  description:
    'Conditions on entities. All keys of an object must hold. Not case-sensitive. Up to 50 conditions, nested up to 5 levels, with lists of up to 1,000 operands.',
  fields: (t) => ({
    and: t.field({ type: [EntityFilterInput], description: 'All of these hold.' }),
    or: t.field({ type: [EntityFilterInput], description: 'At least one of these holds.' }),
    not: t.field({ type: EntityFilterInput, description: 'This does not hold.' }),
    channel: t.string({
      description: 'Conditions in the same object and nested in it apply to values of this channel.',
    }),
    locale: t.string({
      description: 'Conditions in the same object and nested in it apply to values in this locale.',
    }),
    attributes: t.field({
      type: [AttributeConditionInput],
      description: 'Conditions on values, by attribute. All conditions must hold.',
    }),
    createdAt: t.field({ type: DateTimeConditionInput, description: 'When it was created.' }),
    updatedAt: t.field({ type: DateTimeConditionInput, description: 'When it last changed.' }),
    entityType: t.string({ description: 'Code of its type.' }),
    codes: t.stringList({ description: 'The code is one of these.' }),
    q: t.string({
      description: 'Full text: each word occurs in its code, a label or a searchable text.',
    }),
    parent: t.string({ description: 'Code of the parent entity.' }),
    isRoot: t.boolean({ description: 'It has no parent (true) or has one (false).' }),
    active: t.boolean({ description: 'It is active (true) or inactive (false).' }),
  }),
});

const EntitySortField = builder.enumType('EntitySortField', {
  description: 'Properties that entities can be sorted by.',
  values: {
    CODE: { value: 'key', description: 'Code, not case-sensitive.' },
    ENTITY_TYPE: { value: 'attributeSet', description: 'Code of the entity type.' },
    CREATED_AT: { value: 'createdAt', description: 'Creation.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Last change.' },
  } as const,
});

const EntitySortInput = builder.inputType('EntitySort', {
  description: 'A sort key: a property or an attribute. Entities without a value always come last.',
  fields: (t) => ({
    field: t.field({ type: EntitySortField, description: 'The property to sort by.' }),
    attribute: t.string({
      description: 'Code of the attribute to sort by, which `productFilterFields` calls sortable.',
    }),
    channel: t.string({
      description:
        'Channel of an attribute with values per channel. Defaults to the default channel of the organization.',
    }),
    locale: t.string({
      description:
        'Locale of an attribute with values per locale. Defaults to the default locale of the organization.',
    }),
    currency: t.string({ description: 'Currency of prices. Optional if there is only one.' }),
    direction: t.field({ type: SortDirection, description: 'Sort direction; ASC by default.' }),
  }),
});

async function entityAt(
  ref: EntityReference,
  asOf: HistoryPoint,
  context: RequestContext,
): Promise<Entity | null> {
  const pastEntity = await context.read(findEntityAsOf, { ...ref, asOf });
  const entity = pastEntity === null ? null : await context.load(entityAsOfLoader, pastEntity);
  return entity?.deletedAt === null ? entity : context.notFound(Promise.resolve(entity !== null));
}

builder.queryFields((t) => ({
  entity: t.prismaField({
    type: EntityRef,
    nullable: true,
    description: 'One entity by its type and code; null if it does not exist or was deleted.',
    args: {
      entityType: t.arg.string({
        required: true,
        description: 'Code of its type, not case-sensitive.',
        extensions: { names: 'entity-type' } satisfies ArgumentExtensions,
      }),
      code: t.arg.string({ required: true, description: 'Code (not case-sensitive) or id.' }),
      asOf: t.arg({
        type: 'Moment',
        description:
          'Answers the entity as it was then; null if it did not exist. Its label, children and uses are those of today.',
      }),
    },
    complexity: ({ asOf }) => (asOf ? REBUILD_COST : 1),
    authScopes: { holds: getEntity.scope },
    extensions: {
      ...operationExtensions(getEntity),
      rest: { method: 'GET', path: '/entities/{entityType}/{code}' },
      faults: ['history-incomplete'],
    },
    resolve: async (query, _root, { asOf, ...ref }, context) => {
      if (asOf) return entityAt(ref, asOf, context);
      const entity = await context.read(getEntity, { ...ref, query });
      return entity ?? context.notFound(context.read(isEntityDeleted, ref));
    },
  }),
  entities: t.field({
    type: EntityConnection,
    description: 'Entities that match a filter.',
    args: {
      ...pageArguments,
      entityType: t.arg.string({
        description: 'Only this type (code).',
        extensions: { names: 'entity-type' } satisfies ArgumentExtensions,
      }),
      codes: t.arg.stringList({ description: 'Only these codes, not case-sensitive.' }),
      query: t.arg.string({
        description:
          'Search words. Each word must occur in the code, a label or a searchable text; not case-sensitive.',
      }),
      filter: t.arg({ type: EntityFilterInput, description: 'Conditions; all must hold.' }),
      sort: t.arg({
        type: [EntitySortInput],
        description: 'Defaults to type and code.',
      }),
      ...changedSinceArgument,
    },
    complexity: pageComplexity,
    authScopes: { holds: listEntities.scope },
    extensions: {
      ...operationExtensions(listEntities),
      faults: ['events-expired', 'epoch-changed'],
      rest: [
        { method: 'GET', path: '/entities' },
        { method: 'POST', path: '/entities/search' },
      ],
      mcp: {
        tool: 'search_entities',
        description:
          'Finds entities (brands, materials …) by type, code, label or values. Use it to find the code for a value of a product, or to check whether an entity exists before you write it with `upsert_entities`. `describe_catalog` lists the types.',
        view: '{ id entityType { code } code label active parent { code } version values: data(form: CELLS) }',
        expansions: { usage: 'usedByCount usedByCountExact' },
        leavesOut: ['changedSince'],
      },
    },
    resolve: async (_root, { entityType, codes, query: searchText, filter, ...page }, context, info) => {
      if (entityType) await rejectUnknownType(entityType, context);
      const conditions: EntityFilter = { ...(entityType ? { entityType } : {}), ...(codes ? { codes } : {}) };
      return context.read(listEntities, {
        ...page,
        ...selectedChanges(info),
        filter: withQuery(filter, searchText, conditions),
        query: nodeQuery('Entity', context, info),
      });
    },
  }),
}));
