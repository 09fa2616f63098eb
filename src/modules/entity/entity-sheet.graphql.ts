import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { encodeId } from '../../kernel/ids.ts';
import { COUNTED_UP_TO, type Page } from '../../kernel/page.ts';
import { EntityFilterInput } from './entity.graphql.ts';
import { entityByIdLoader, entityUsesLoader } from './entity.loaders.ts';
import { type EntitySheet, searchEntities } from './entity-sheet.ts';

const READ = searchEntities.scope;

type SheetView = EntitySheet & { readonly parts: ReadonlySet<'usage'> };

const EntityPartType = builder.enumType('EntityPart', {
  description: 'Parts of an entity sheet that are shown only when they are asked for.',
  values: { USAGE: { value: 'usage', description: 'How many products name it.' } } as const,
});

const EntitySheetType = builder.objectRef<SheetView>('EntitySheet').implement({
  description: 'An entity as one plain object, for reading at a glance.',
  authScopes: { holds: READ },
  fields: (t) => ({
    id: t.id({ description: 'Its id.', resolve: ({ entity }) => encodeId('Entity', entity.id) }),
    code: t.string({
      description: 'Its code: what values of products name.',
      resolve: ({ entity }) => entity.code,
    }),
    label: t.exposeString('label', {
      description: 'Its name in the default locale; the code in brackets when it has none.',
    }),
    active: t.boolean({
      description: 'False: it stays where it is used and is refused for new values.',
      resolve: ({ entity }) => entity.active,
    }),
    parent: t.string({
      nullable: true,
      description: 'Code of the entity directly above, in a hierarchical type.',
      resolve: async ({ entity: { parentId } }, _args, context) =>
        parentId === null ? null : ((await context.load(entityByIdLoader, parentId))?.code ?? null),
    }),
    version: t.int({ description: 'Its version.', resolve: ({ entity }) => entity.version }),
    values: t.field({
      type: 'JSON',
      description: 'Its values by attribute code, every cell as `upsertEntities` takes it back.',
      resolve: ({ values }) => values,
    }),
    usedByCount: t.int({
      nullable: true,
      description: 'How many products name it in a value of their own; null unless asked for.',
      resolve: async ({ entity, parts }, _args, context) =>
        parts.has('usage') ? ((await context.load(entityUsesLoader, entity)) ?? 0) : null,
    }),
  }),
});

type SearchPage = Omit<Page<unknown>, 'items'> & { readonly items: readonly SheetView[] };

const EntitySearchPageType = builder.objectRef<SearchPage>('EntitySearchPage').implement({
  description: 'One page of entities that were found.',
  fields: (t) => ({
    items: t.field({
      type: [EntitySheetType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The entities.',
      resolve: ({ items }) => [...items],
    }),
    searchAfter: t.string({
      nullable: true,
      description: 'Send it as `searchAfter` for the next page; null on the last one.',
      resolve: ({ items, cursorAt, hasNextPage }) => (hasNextPage ? cursorAt(items.length - 1) : null),
    }),
    hasMore: t.boolean({
      description: 'Whether there are more.',
      resolve: ({ hasNextPage }) => hasNextPage,
    }),
    total: t.int({
      complexity: 0,
      description: `The number of all entities that fit; ${COUNTED_UP_TO} stands for more than ${COUNTED_UP_TO - 1}.`,
      resolve: (page) => page.count(COUNTED_UP_TO),
    }),
  }),
});

builder.queryField('searchEntities', (t) =>
  t.field({
    type: EntitySearchPageType,
    description:
      'Finds entities of one type (brands, materials …) by code, name or values, each as a plain object. Use it to find the code that a value of a product has to name, or to see whether an entity is there before you write it with `upsertEntities`. `describeCatalog` names the types.',
    args: {
      entityType: t.arg.string({ required: true, description: 'Code of the type, in either case.' }),
      codes: t.arg.stringList({ description: 'Only these codes, in either case.' }),
      query: t.arg.string({
        description: 'Words to find: each in the code, a label or a searchable text; case does not count.',
      }),
      filter: t.arg({ type: EntityFilterInput, description: 'Conditions, on values too.' }),
      include: t.arg({ type: [EntityPartType], description: 'Further parts to show.' }),
      limit: t.arg.int({ required: true, defaultValue: 25, description: 'How many to answer, 1 to 100.' }),
      searchAfter: t.arg.string({ description: '`searchAfter` of the page before, unchanged.' }),
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
