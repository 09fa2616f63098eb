import type { ObjectRef } from '@pothos/core';
import { builder, keyFact, type PothosTypes, READ_SCOPES_OF_NODES } from '../../graphql/builder.ts';
import { connectionOf, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../graphql/labels.ts';
import { mutationOf } from '../../graphql/operation-field.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import type { Page } from '../../kernel/page.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import {
  categoryLoader,
  childrenCountLoader,
  childrenLoader,
  productsCountLoader,
} from './category.loaders.ts';
import * as category from './category.operations.ts';
import { moveCategory } from './move-category.ts';

const READ = 'products:read';
READ_SCOPES_OF_NODES.set('Category', READ);

// Categories lead to categories: the types of these two are written down, so that TypeScript need not go in circles.
const self = (): ObjectRef<PothosTypes, Category> => CategoryRef;
const children = (): ObjectRef<PothosTypes, Page<Category>> => CategoryConnection;

export const CategoryRef = builder.prismaNode('Category', {
  nullable: true,
  description: 'A place in a tree that products are sorted into. There may be several trees.',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } parent { code } path { code } level
      sortOrder productsCount version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', { skipTypeScopes: true, description: 'Its code; never changes.' }),
    label: t.string({
      skipTypeScopes: true,
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (row, args, context) => resolveLabel(row, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Its names by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    parent: t.field({
      type: self(),
      nullable: true,
      description: 'The category above; null for a root.',
      resolve: ({ parent }, _args, context) =>
        parent === null ? null : context.load(categoryLoader, parent),
    }),
    children: t.field({
      type: children(),
      description: 'The categories right below, in their order.',
      args: pageArguments,
      complexity: pageComplexity,
      resolve: async ({ code }, { first, after }, context): Promise<Page<Category>> => {
        const page = await context.load(childrenLoader, { parent: code, first, after });
        return {
          ...(page ?? { items: [], cursorAt: () => '', hasNextPage: false }),
          count: async () => (await context.load(childrenCountLoader, code)) ?? 0,
        };
      },
    }),
    path: t.field({
      type: [self()],
      description: 'The categories from the root down to this one, itself included.',
      resolve: async ({ path }, _args, context) => {
        const found = await Promise.all(path.map((code) => context.load(categoryLoader, code)));
        return found.filter((row) => row !== null);
      },
    }),
    level: t.exposeInt('level', { description: 'How many categories stand above it; 0 for a root.' }),
    sortOrder: t.exposeInt('sortOrder', { description: 'Its place among its siblings; then by code.' }),
    productsCount: t.int({
      description: 'How many products stand in it itself; deleted ones and those below do not count.',
      resolve: async ({ code }, _args, context) => (await context.load(productsCountLoader, code)) ?? 0,
    }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Goes up by one with each change; not when a category above moves.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const CategoryConnection: ObjectRef<PothosTypes, Page<Category>> = connectionOf('Category', CategoryRef);

resourceQueries({
  type: 'Category',
  word: 'category',
  node: CategoryRef,
  connection: CategoryConnection,
  get: category.getCategory,
  list: category.listCategories,
  description: 'Categories level by level, siblings in their order: parents come before their children.',
  args: builder.args((t) => ({
    parent: t.string({ description: 'Code of a category: only those right below it.' }),
    root: t.string({ description: 'Code of a category: only it and everything below it.' }),
    roots: t.boolean({ description: 'Only roots, or only those that are none.' }),
    depth: t.int({
      description: 'Only so many levels below `root`, or below the roots; 0 is `root` alone.',
    }),
  })),
  path: '/categories',
});

const { payload } = resourceMutations({
  type: 'Category',
  noun: 'category',
  words: { one: 'category', many: 'categories' },
  operations: {
    create: category.createCategory,
    update: category.updateCategory,
    upsert: category.upsertCategories,
    delete: category.deleteCategory,
  },
  node: CategoryRef,
  find: (query, id, { prisma, caller }) =>
    prisma.category.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateCategoryInput', {
    description: 'A new category.',
    fields: (t) => ({
      code: t.string({ required: true, description: 'Letters, digits and `_`, up to 100; never changes.' }),
      parent: t.string({ description: 'Code of the category above; none makes it a root.' }),
      labels: t.field({ type: [LabelInput], description: 'Its names by locale.' }),
      sortOrder: t.int({ description: 'Its place among its siblings; 0 by default.' }),
    }),
  }),
  updateInput: builder.inputType('UpdateCategoryInput', {
    description: 'What to change of a category.',
    fields: (t) => ({
      parent: t.string({
        description:
          'Code of the category to move it below, with everything below it; null makes it a root. The root of a channel cannot be moved.',
      }),
      labels: t.field({ type: [LabelInput], description: 'Names to set or remove; null removes all.' }),
      sortOrder: t.int({ description: 'Its place among its siblings.' }),
    }),
  }),
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Its code, in either case.' }),
  })),
  toPatch: ({ labels, ...input }, key) => asPatch({ ...input, ...key, labels: toLabelPatch(labels) }),
  rest: { collection: '/categories', one: '/categories/{code}' },
});

mutationOf(moveCategory, {
  description:
    'Moves a category, with everything below it, to another place in the tree. Below itself it cannot stand, and the root of a channel stays a root.',
  payload,
  args: builder.args((t) => ({
    code: t.string({ required: true, description: 'Its code, in either case.' }),
    input: t.field({
      type: builder.inputType('MoveCategoryInput', {
        description: 'Where to.',
        fields: (f) => ({
          parent: f.string({
            description: 'Code of the category to stand below; null makes it a root; left out, it stays.',
          }),
          position: f.int({
            description:
              'Place among its siblings, from 0; left out, the one it has, or the last below another parent.',
          }),
        }),
      }),
      required: true,
      description: 'Where to.',
    }),
    ifVersion: t.int({ description: 'Refuse unless this is the current version (optimistic locking).' }),
  })),
  input: ({ input, ...key }) => ({ ...key, ...input }),
  exposure: { rest: { method: 'POST', path: '/categories/{code}/move' } },
});
