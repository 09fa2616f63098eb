import { builder } from '../../../graphql/builder.ts';
import { factsOf } from '../../../graphql/operation-field.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { COUNTED_UP_TO, type Page } from '../../../kernel/page.ts';
import { entityByIdLoader, entityUsesLoader } from '../read/entity.loaders.ts';
import { type EntitySheet, searchEntities } from '../read/entity-sheet.ts';
import { EntityFilterInput } from './entity.graphql.ts';

const READ = searchEntities.scope;

type SheetView = EntitySheet & { readonly parts: ReadonlySet<'usage'> };

const EntityPartType = builder.enumType('EntityPart', {
  description: 'Optional parts of an entity sheet.',
  values: { USAGE: { value: 'usage', description: 'Number of products that refer to it.' } } as const,
});

const EntitySheetType = builder.objectRef<SheetView>('EntitySheet').implement({
  description: 'An entity as one plain object.',
  authScopes: { holds: READ },
  fields: (t) => ({
    id: t.id({ description: 'Id.', resolve: ({ entity }) => encodeId('Entity', entity.id) }),
    code: t.string({
      description: 'Code, as used in values of products.',
      resolve: ({ entity }) => entity.code,
    }),
    label: t.exposeString('label', {
      description: 'Label in the default locale; otherwise the code in brackets.',
    }),
    active: t.boolean({
      description: 'If false, existing references stay and new references are rejected.',
      resolve: ({ entity }) => entity.active,
    }),
    parent: t.string({
      nullable: true,
      description: 'Code of the parent entity, in a hierarchical type.',
      resolve: async ({ entity: { parentId } }, _args, context) =>
        parentId === null ? null : ((await context.load(entityByIdLoader, parentId))?.code ?? null),
    }),
    version: t.int({ description: 'Version.', resolve: ({ entity }) => entity.version }),
    values: t.field({
      type: 'JSON',
      description: 'Values by attribute code, in the form that `upsertEntities` accepts.',
      resolve: ({ values }) => values,
    }),
    usedByCount: t.int({
      nullable: true,
      description: 'Number of products that refer to it in an own value; null unless requested.',
      resolve: async ({ entity, parts }, _args, context) =>
        parts.has('usage') ? ((await context.load(entityUsesLoader, entity)) ?? 0) : null,
    }),
  }),
});

type SearchPage = Omit<Page<unknown>, 'items'> & { readonly items: readonly SheetView[] };

const EntitySearchPageType = builder.objectRef<SearchPage>('EntitySearchPage').implement({
  description: 'One page of search results.',
  fields: (t) => ({
    items: t.field({
      type: [EntitySheetType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The entities.',
      resolve: ({ items }) => [...items],
    }),
    searchAfter: t.string({
      nullable: true,
      description: 'Cursor of the next page: send it as `searchAfter`. Null on the last page.',
      resolve: ({ items, cursorAt, hasNextPage }) => (hasNextPage ? cursorAt(items.length - 1) : null),
    }),
    hasMore: t.boolean({
      description: 'Whether there are more.',
      resolve: ({ hasNextPage }) => hasNextPage,
    }),
    total: t.int({
      complexity: 0,
      description: `Number of matching entities; ${COUNTED_UP_TO} means more than ${COUNTED_UP_TO - 1}.`,
      resolve: (page) => page.count(COUNTED_UP_TO),
    }),
  }),
});

builder.queryField('searchEntities', (t) =>
  t.field({
    type: EntitySearchPageType,
    description:
      'Finds entities of one type (brands, materials …) by code, label or values and returns plain objects. Use it to find the code for a value of a product, or to check whether an entity exists before you write it with `upsertEntities`. `describeCatalog` lists the types.',
    args: {
      entityType: t.arg.string({ required: true, description: 'Code of the type, not case-sensitive.' }),
      codes: t.arg.stringList({ description: 'Only these codes, not case-sensitive.' }),
      query: t.arg.string({
        description:
          'Search words. Each word must occur in the code, a label or a searchable text; not case-sensitive.',
      }),
      filter: t.arg({ type: EntityFilterInput, description: 'Conditions, also on values.' }),
      include: t.arg({ type: [EntityPartType], description: 'Optional parts to include.' }),
      limit: t.arg.int({ required: true, defaultValue: 25, description: 'Number of items, 1 to 100.' }),
      searchAfter: t.arg.string({ description: '`searchAfter` of the previous page, unchanged.' }),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.min(limit ?? 25, 100) }),
    authScopes: { holds: READ },
    extensions: { ...factsOf(searchEntities), mcp: { tool: 'search_entities' } },
    resolve: async (_root, { include, limit, searchAfter, ...asked }, context) => {
      const page = await context.read(searchEntities, { ...asked, first: limit, after: searchAfter });
      const parts = new Set(include);
      return { ...page, items: page.items.map((sheet) => ({ ...sheet, parts })) };
    },
  }),
);
