import { builder, type InputFields } from '../../graphql/builder.ts';
import {
  defineConnection,
  nodeQuery,
  pageArguments,
  pageComplexity,
  SortDirection,
} from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../graphql/resource-fields.ts';
import { ifVersionArgument } from '../../graphql/write-types.ts';
import { ProductSortInput, SortField } from '../product/graphql/product-filter.graphql.ts';
import type { SortInput } from '../search/index.ts';
import * as savedView from './saved-view.operations.ts';
import type { ViewColumn, ViewResource } from './saved-view.ts';
import {
  MAX_COLUMN_WIDTH,
  MAX_COLUMNS,
  MAX_NAME_LENGTH,
  MAX_VIEW_BYTES,
  MIN_COLUMN_WIDTH,
} from './saved-view-rules.ts';

const ResourceType = builder.enumType('SavedViewResource', {
  description: 'What the objects of a saved view are.',
  values: { PRODUCTS: { value: 'products', description: 'Products.' } } as const,
});

const SortType = builder.objectRef<SortInput>('SavedViewSort').implement({
  description: 'A sort key of a saved view.',
  extensions: {
    view: '{ field attribute channel locale currency direction }',
    omitsNulls: true,
  } satisfies TypeExtensions,
  fields: (t) => ({
    field: t.field({
      type: SortField,
      nullable: true,
      description: 'The property.',
      resolve: ({ field }) => (field ?? null) as 'key' | null,
    }),
    attribute: t.exposeString('attribute', { nullable: true, description: 'Code of the attribute.' }),
    channel: t.exposeString('channel', { nullable: true, description: 'Code of the channel.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Code of the locale.' }),
    currency: t.exposeString('currency', { nullable: true, description: 'Code of the currency.' }),
    direction: t.field({
      type: SortDirection,
      description: 'Sort direction.',
      resolve: ({ direction, order }) => direction ?? order ?? 'asc',
    }),
  }),
});

const ColumnType = builder.objectRef<ViewColumn>('SavedViewColumn').implement({
  description: 'A column of a saved view: a property or the values of an attribute.',
  extensions: {
    view: '{ property attribute channel locale currency width pinned }',
    omitsNulls: true,
  } satisfies TypeExtensions,
  fields: (t) => ({
    property: t.exposeString('property', {
      nullable: true,
      description: 'A property: `status`, `readiness`, `type`, `attribute_set`, `updated_at` …',
    }),
    attribute: t.exposeString('attribute', { nullable: true, description: 'Code of the attribute.' }),
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'Code of the channel of the values; null for the channel in which the view is opened.',
    }),
    locale: t.exposeString('locale', {
      nullable: true,
      description: 'Code of the locale of the values; null for the locale in which the view is opened.',
    }),
    currency: t.exposeString('currency', { nullable: true, description: 'Currency of prices.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels.' }),
    pinned: t.exposeBoolean('pinned', {
      nullable: true,
      description: 'Whether it stays at the start when the others are scrolled; null for no.',
    }),
  }),
});

const SavedViewRef = builder.prismaNode('SavedView', {
  description:
    'A search with its columns, kept by a person or shared with the organization. Private views of others do not exist for you.',
  authScopes: { holds: savedView.READ_SCOPE },
  extensions: {
    nodeScope: savedView.READ_SCOPE,
    view: `{ id name resource shared mine filter sort { field attribute channel locale currency direction }
      columns { property attribute channel locale currency width pinned } version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  // A foreign or missing id answers null instead of an error.
  nullable: true,
  findUnique: (id, { caller }) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
    ...savedView.viewsVisibleTo(caller),
  }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    resource: t.field({
      type: ResourceType,
      select: { resource: true },
      description: 'What its objects are.',
      resolve: ({ resource }) => resource as ViewResource,
    }),
    shared: t.exposeBoolean('shared', {
      description: 'Whether everybody in the organization sees it, instead of its owner only.',
    }),
    mine: t.boolean({
      select: { ownerId: true },
      description: 'Whether you created it.',
      resolve: ({ ownerId }, _args, { caller }) => ownerId !== null && ownerId === caller.userId,
    }),
    filter: t.expose('filter', {
      type: 'JSON',
      description: 'Conditions in the JSON filter grammar of searches; `{}` for all objects.',
    }),
    sort: t.field({
      type: [SortType],
      select: { sort: true },
      description: 'Sort order; empty for the default of searches.',
      resolve: ({ sort }) => sort as unknown as SortInput[],
    }),
    columns: t.field({
      type: [ColumnType],
      select: { columns: true },
      description: 'Columns in order; empty for those that a client shows by default.',
      resolve: ({ columns }) => columns as unknown as ViewColumn[],
    }),
    version: t.exposeInt('version', { description: 'Version number; increases by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const SavedViewConnection = defineConnection('SavedView', SavedViewRef);

builder.queryField('savedViews', (t) =>
  t.field({
    type: SavedViewConnection,
    description: 'Your own saved views and those shared with the organization, by name.',
    args: {
      ...pageArguments,
      shared: t.arg.boolean({ description: 'Only shared views (true) or only your private ones (false).' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: savedView.listSavedViews.scope },
    extensions: {
      ...operationExtensions(savedView.listSavedViews),
      rest: { method: 'GET', path: '/saved-views' },
    },
    resolve: (_root, args, context, info) =>
      context.read(savedView.listSavedViews, { ...args, query: nodeQuery('SavedView', context, info) }),
  }),
);

const byId = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the view: `svw_…`.' }),
}));

builder.queryField('savedView', (t) =>
  t.prismaField({
    type: SavedViewRef,
    nullable: true,
    description: 'A saved view by its id, or null.',
    args: byId,
    authScopes: { holds: savedView.getSavedView.scope },
    extensions: {
      ...operationExtensions(savedView.getSavedView),
      rest: { method: 'GET', path: '/saved-views/{id}' },
    },
    resolve: (query, _root, { id }, context) =>
      context.read(savedView.getSavedView, { id: String(id), query }),
  }),
);

const ColumnInput = builder.inputType('SavedViewColumnInput', {
  description: 'A column of a saved view. Set either `property` or `attribute`.',
  fields: (t) => ({
    property: t.string({
      description: 'A property: `status`, `readiness`, `type`, `attribute_set`, `updated_at` …',
    }),
    attribute: t.string({ description: 'Code of an attribute.' }),
    channel: t.string({
      description: 'Code of the channel of the values; null for the channel in which the view is opened.',
    }),
    locale: t.string({
      description: 'Code of the locale of the values; null for the locale in which the view is opened.',
    }),
    currency: t.string({ description: 'Currency of prices.' }),
    width: t.int({ description: `Width in pixels, ${MIN_COLUMN_WIDTH} to ${MAX_COLUMN_WIDTH}.` }),
    pinned: t.boolean({ description: 'Whether it stays at the start when the others are scrolled.' }),
  }),
});

/** Returns the input fields that new and existing views have in common. */
const writable = (t: InputFields) => ({
  shared: t.boolean({
    description:
      'Whether everybody in the organization sees it. Writing a shared view requires `products:write`; only its owner can make it private again.',
  }),
  filter: t.field({
    type: 'JSON',
    description: `Conditions in the JSON filter grammar of searches; null for all objects. Filter, sort and columns have up to ${MAX_VIEW_BYTES} bytes together.`,
  }),
  sort: t.field({ type: [ProductSortInput], description: 'Up to 5 sort keys; replaces the existing ones.' }),
  columns: t.field({
    type: [ColumnInput],
    description: `Up to ${MAX_COLUMNS} columns in order; replaces the existing ones.`,
  }),
});

const SavedViewPayload = defineObjectPayload<savedView.SavedViewResult>('SavedViewPayload', {
  type: 'SavedView',
  noun: 'savedView',
  words: { one: 'saved view' },
  node: SavedViewRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.savedView.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
});

defineMutation(savedView.createSavedView, {
  description: 'Saves a search with its columns.',
  payload: SavedViewPayload,
  args: builder.args((t) => ({
    input: t.field({
      type: builder.inputType('CreateSavedViewInput', {
        description: 'A new saved view.',
        fields: (f) => ({
          name: f.string({ required: true, description: `Name, 1 to ${MAX_NAME_LENGTH} characters.` }),
          resource: f.field({ type: ResourceType, required: true, description: 'What its objects are.' }),
          ...writable(f),
        }),
      }),
      required: true,
      description: 'The view.',
    }),
  })),
  input: ({ input }) => input,
  exposure: { rest: { method: 'POST', path: '/saved-views', status: 201, location: '/saved-views/{id}' } },
});

defineMutation(savedView.updateSavedView, {
  description: 'Changes a saved view of your own or a shared one. Omitted fields keep their value.',
  payload: SavedViewPayload,
  args: {
    ...byId,
    ...builder.args((t) => ({
      input: t.field({
        type: builder.inputType('UpdateSavedViewInput', {
          description: 'Changes of a saved view.',
          fields: (f) => ({
            name: f.string({ description: `Name, 1 to ${MAX_NAME_LENGTH} characters.` }),
            ...writable(f),
          }),
        }),
        required: true,
        description: 'The changes.',
      }),
    })),
    ...ifVersionArgument,
  },
  input: ({ id, input, ifVersion: version }) => ({ id: String(id), patch: input, ifVersion: version }),
  exposure: { rest: { method: 'PATCH', path: '/saved-views/{id}' } },
});

defineMutation(savedView.deleteSavedView, {
  description: 'Permanently deletes a saved view of your own or a shared one.',
  payload: builder
    .objectRef<savedView.SavedViewResult & { readonly dryRun: boolean }>('DeleteSavedViewPayload')
    .implement({
      description: 'The deleted view.',
      fields: (t) => ({
        id: t.exposeID('id', { description: 'Id of the deleted view.' }),
        dryRun: t.exposeBoolean('dryRun', {
          description: 'True if this was a dry run and nothing was stored.',
        }),
      }),
    }),
  args: { ...byId, ...ifVersionArgument },
  input: ({ id, ifVersion: version }) => ({ id: String(id), ifVersion: version }),
  exposure: { rest: { method: 'DELETE', path: '/saved-views/{id}', status: 204 } },
});
