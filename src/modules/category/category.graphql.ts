import type { ObjectRef } from '@pothos/core';
import { builder, keyField, type PothosTypes } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../graphql/labels.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import {
  codeField,
  codeOf,
  productsCountFields,
  resourceNodeOptions,
  USAGE_VIEW,
  usageField,
} from '../../graphql/resource-node.ts';
import { defineResourceSchema } from '../../graphql/resource-schema.ts';
import { ifVersionArgument } from '../../graphql/write-types.ts';
import type { Page } from '../../kernel/page.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { mediaLoader } from '../media/index.ts';
import { MediaRef } from '../media/media.graphql.ts';
import {
  childrenCountLoader,
  childrenLoader,
  productsBelowLoader,
  productsCountLoader,
} from './category.loaders.ts';
import { categoryLoader, categoryResource } from './category.resource.ts';
import { CreateCategoryInput, toCategoryPatch, UpdateCategoryInput } from './category-input.graphql.ts';
import { moveCategory } from './move-category.ts';

const READ = 'products:read';

// Categories lead to categories: the types of these two are written down, so that TypeScript need not go in circles.
const self = (): ObjectRef<PothosTypes, Category> => CategoryRef;
const children = (): ObjectRef<PothosTypes, Page<Category>> => CategoryConnection;

export const CategoryRef = builder.prismaNode('Category', {
  ...resourceNodeOptions(READ),
  description: 'A node of a category tree. An organization can have several trees.',
  extensions: {
    expansions: {
      ...EFFECTS_EXPANSION,
      channel_slugs: 'channelSlugs { channel { code } locale { code } slug }',
      usage: `${USAGE_VIEW} productsBelowCount productsBelowCountExact`,
    },
    view: `{ id code label(locale: $locale) labels { locale text } descriptions { locale text } image { code } slugs { locale text }
      seoTitles { locale text } seoDescriptions { locale text } parent { code } path { code } level
      sortOrder productsCount version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...labelFields(t),
    descriptions: t.field({
      type: [LabelType],
      description: 'Descriptions by locale, as text or HTML.',
      resolve: ({ descriptions }) => toLabelList(descriptions),
    }),
    image: t.field({
      type: MediaRef,
      nullable: true,
      description: 'Image of the category.',
      resolve: ({ image }, _args, context) => (image === null ? null : context.load(mediaLoader, image)),
    }),
    slugs: t.field({
      type: [LabelType],
      description: 'Written slugs by locale. Where there is none, the label gives the slug.',
      resolve: ({ slugs }) => toLabelList(slugs),
    }),
    seoTitles: t.field({
      type: [LabelType],
      description: 'Titles for search engines, by locale.',
      resolve: ({ seoTitles }) => toLabelList(seoTitles),
    }),
    seoDescriptions: t.field({
      type: [LabelType],
      description: 'Descriptions for search engines, by locale.',
      resolve: ({ seoDescriptions }) => toLabelList(seoDescriptions),
    }),
    parent: t.field({
      type: self(),
      nullable: true,
      description: 'Parent category; null for a root.',
      resolve: ({ parent }, _args, context) =>
        parent === null ? null : context.load(categoryLoader, parent),
    }),
    children: t.field({
      type: children(),
      description: 'Child categories in their order.',
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
      description: 'Categories from the root to this category, inclusive.',
      resolve: async ({ path }, _args, context) => {
        const ancestors = await Promise.all(path.map((code) => context.load(categoryLoader, code)));
        return ancestors.filter((row) => row !== null);
      },
    }),
    level: t.exposeInt('level', { description: 'Depth in the tree; 0 for a root.' }),
    sortOrder: t.exposeInt('sortOrder', {
      description: 'Position among its siblings. Siblings with the same position are sorted by code.',
    }),
    productsCount: t.int({
      description:
        'Number of products directly in this category, without deleted products and products of subcategories.',
      resolve: async ({ code }, _args, context) => (await context.load(productsCountLoader, code)) ?? 0,
    }),
    ...productsCountFields(
      t,
      productsBelowLoader,
      codeOf,
      'Number of products in this category and those below it',
      'productsBelowCount',
    ),
    ...usageField(t, categoryResource.usagesLoader, codeOf),
    version: t.exposeInt('version', {
      ...keyField(READ),
      description: 'Version number; increases by one with each change, but not when an ancestor moves.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const CategoryConnection: ObjectRef<PothosTypes, Page<Category>> = defineConnection('Category', CategoryRef);

const { payload } = defineResourceSchema(categoryResource, {
  node: CategoryRef,
  connection: CategoryConnection,
  words: { one: 'category', many: 'categories' },
  list: 'Categories level by level, siblings in their order: parents come before their children.',
  args: builder.args((t) => ({
    parent: t.string({
      description: 'Code of a category: only its direct children.',
      extensions: { names: 'category' } satisfies ArgumentExtensions,
    }),
    root: t.string({
      description: 'Code of a category: only this category and its descendants.',
      extensions: { names: 'category' } satisfies ArgumentExtensions,
    }),
    roots: t.boolean({ description: 'Only root categories (true) or only other categories (false).' }),
    depth: t.int({
      description: 'Maximum number of levels below `root` or below the roots; 0 for `root` alone.',
    }),
  })),
  path: '/categories',
  createInput: CreateCategoryInput,
  updateInput: UpdateCategoryInput,
  toPatch: toCategoryPatch,
});

defineMutation(moveCategory, {
  description:
    'Moves a category and its descendants to another position in the tree. A category cannot move below itself, and the root category of a channel must stay a root.',
  payload,
  args: {
    ...builder.args((t) => ({
      code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
      input: t.field({
        type: builder.inputType('MoveCategoryInput', {
          description: 'New position of a category.',
          fields: (f) => ({
            parent: f.string({
              description:
                'Code of the new parent category. Null makes it a root; omit it to keep the parent.',
            }),
            position: f.int({
              description:
                'Position among its siblings, starting at 0. Defaults to the current position, or to the last position if the parent changes.',
            }),
          }),
        }),
        required: true,
        description: 'New position of a category.',
      }),
    })),
    ...ifVersionArgument,
  },
  input: ({ input, ...key }) => ({ ...key, ...input }),
  exposure: { rest: { method: 'POST', path: '/categories/{code}/move' } },
});
