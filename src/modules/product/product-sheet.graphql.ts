import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { encodeId } from '../../kernel/ids.ts';
import { COUNTED_UP_TO, type Page } from '../../kernel/page.ts';
import type { Product } from '../../platform/prisma/generated/client/client.ts';
import { RevisionType } from '../event/revision.graphql.ts';
import { FacetType } from '../search/filter.graphql.ts';
import type { Facet } from '../search/index.ts';
import { structureLoader } from '../structure/index.ts';
import type { ExternalRef } from './external-refs.ts';
import { getProduct, isProductDeleted } from './get-product.ts';
import { listProductRevisions } from './list-product-revisions.ts';
import { listProducts } from './list-products.ts';
import { ProductFilterInput, ProductSortInput } from './product-filter.graphql.ts';
import {
  openPresentation,
  openSheet,
  type ProductSheet,
  type SheetLinks,
  sheetCategories,
  sheetChannels,
  sheetLabel,
  sheetLayout,
  sheetLinks,
  sheetParent,
  sheetValues,
} from './product-sheet.ts';
import type { ProductStatus, ProductType } from './product-state.ts';
import {
  CompletenessType,
  ExternalRefType,
  ProductStatusType,
  ProductTypeType,
} from './product-types.graphql.ts';
import { completenessIn } from './product-view.ts';

const READ = getProduct.scope;
/** How many variants and revisions a sheet shows. */
const MAXIMUM_VARIANTS = 50;
const MAXIMUM_REVISIONS = 10;

type Part = 'completeness' | 'variants' | 'associations' | 'history';
type SheetView = ProductSheet & { readonly parts: ReadonlySet<Part> };

const ProductPartType = builder.enumType('ProductPart', {
  description: 'Parts of a product sheet that are shown only when they are asked for.',
  values: {
    COMPLETENESS: {
      value: 'completeness',
      description: 'What each channel and locale requires and is missing.',
    },
    VARIANTS: { value: 'variants', description: `The first ${MAXIMUM_VARIANTS} variants below a model.` },
    ASSOCIATIONS: { value: 'associations', description: 'Links to other products.' },
    HISTORY: { value: 'history', description: `The last ${MAXIMUM_REVISIONS} changes.` },
  } as const,
});

const ProductSearchPartType = builder.enumType('ProductSearchPart', {
  description: 'Parts of the sheets of a search that are shown only when they are asked for.',
  values: {
    COMPLETENESS: {
      value: 'completeness',
      description: 'What each channel and locale requires and is missing.',
    },
  } as const,
});

const SheetLinkType = builder.objectRef<SheetLinks['products'][number]>('ProductSheetLink').implement({
  description: 'A link to another product.',
  authScopes: { holds: READ },
  fields: (t) => ({
    sku: t.exposeString('sku', { description: 'SKU of the other product.' }),
    quantity: t.exposeInt('quantity', {
      nullable: true,
      description: 'How many; null unless the type is quantified.',
    }),
  }),
});

const SheetLinksType = builder.objectRef<SheetLinks>('ProductSheetLinks').implement({
  description: 'The links of one type.',
  authScopes: { holds: READ },
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Code of the association type.' }),
    products: t.field({
      type: [SheetLinkType],
      description: 'The links, in their order.',
      resolve: ({ products }) => [...products],
    }),
    entities: t.stringList({
      description: 'Type and code of the linked entities: `brand/acme`.',
      resolve: ({ entities }) => [...entities],
    }),
  }),
});

const SheetVariantsType = builder.objectRef<Page<Product>>('ProductSheetVariants').implement({
  description: 'The sellable variants below a model.',
  authScopes: { holds: READ },
  fields: (t) => ({
    skus: t.stringList({
      description: `The SKUs of the first ${MAXIMUM_VARIANTS}.`,
      resolve: ({ items }) => items.map(({ sku }) => sku),
    }),
    count: t.int({ description: 'The number of all of them.', resolve: (page) => page.count() }),
  }),
});

const ProductSheetType = builder.objectRef<SheetView>('ProductSheet').implement({
  description:
    'A product as one plain object, for reading at a glance: codes instead of objects, values as JSON.',
  authScopes: { holds: READ },
  fields: (t) => ({
    id: t.id({ description: 'Its id.', resolve: ({ product }) => encodeId('Product', product.id) }),
    sku: t.string({ description: 'Its SKU.', resolve: ({ product }) => product.sku }),
    label: t.string({
      description: "Its name, as a product's `label`; the SKU in brackets when it has none.",
      resolve: (sheet, _args, context) => sheetLabel(sheet, context),
    }),
    type: t.field({
      type: ProductTypeType,
      description: 'Simple, model or variant.',
      resolve: ({ product }) => product.type as ProductType,
    }),
    status: t.field({
      type: ProductStatusType,
      description: 'Where it stands in its life.',
      resolve: ({ product }) => product.status as ProductStatus,
    }),
    version: t.int({
      description: 'Its version: `ifVersion` of an update.',
      resolve: ({ product }) => product.version,
    }),
    attributeSet: t.string({
      nullable: true,
      description: 'Code of its attribute set; null while it is not classified.',
      resolve: ({ product }) => product.attributeSet,
    }),
    parent: t.string({
      nullable: true,
      description: 'SKU of the model directly above.',
      resolve: sheetParent,
    }),
    variantLayout: t.string({
      nullable: true,
      description: 'Code of the layout by which the variants of its root model are told apart.',
      resolve: sheetLayout,
    }),
    externalRefs: t.field({
      type: [ExternalRefType],
      description: 'The ids other systems know it by.',
      resolve: ({ product }) => product.externalRefs as ExternalRef[],
    }),
    channels: t.stringList({
      nullable: true,
      description: 'Codes of the channels it is sold in; null = every channel.',
      resolve: (sheet) => {
        const channels = sheetChannels(sheet);
        return channels === null ? null : [...channels];
      },
    }),
    categories: t.stringList({
      description: 'Codes of its categories, inherited ones included.',
      resolve: (sheet) => [...sheetCategories(sheet)],
    }),
    values: t.field({
      type: 'JSON',
      description:
        'Its values by attribute code, inherited ones included: one value per attribute for the channel and locale asked for, other locales standing in; or, from `getProduct` without channel and locale, every cell as it is written.',
      resolve: (sheet) => sheetValues(sheet),
    }),
    completeness: t.field({
      type: [CompletenessType],
      nullable: true,
      description: 'How complete it is per channel and locale, of those asked for; null unless asked for.',
      resolve: ({ view, presentation: { channel, locale }, parts }) =>
        parts.has('completeness')
          ? completenessIn(view).filter(
              (entry) =>
                (channel === null || entry.channel === channel) &&
                (locale === null || entry.locale === locale),
            )
          : null,
    }),
    variants: t.field({
      type: SheetVariantsType,
      nullable: true,
      description: 'The variants below it; null unless asked for.',
      resolve: ({ product: { id }, parts }, _args, context) =>
        parts.has('variants')
          ? context.read(listProducts, {
              first: MAXIMUM_VARIANTS,
              below: { id, which: 'leaves' },
              sort: [{ field: 'key', direction: 'asc' }],
            })
          : null,
    }),
    associations: t.field({
      type: [SheetLinksType],
      nullable: true,
      description: 'Its links by type, inherited ones included; null unless asked for.',
      resolve: (sheet, _args, context) =>
        sheet.parts.has('associations') ? sheetLinks(sheet, context) : null,
    }),
    history: t.field({
      type: [RevisionType],
      nullable: true,
      description: 'Its last changes, newest first; null unless asked for.',
      resolve: async ({ product: { id }, parts }, _args, context) => {
        if (!parts.has('history')) return null;
        const page = await context.read(listProductRevisions, { objectId: id, first: MAXIMUM_REVISIONS });
        return [...page.items];
      },
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed itself.',
      resolve: ({ product }) => product.updatedAt,
    }),
  }),
});

type SearchPage = Omit<Page<unknown>, 'items'> & {
  readonly items: readonly SheetView[];
  readonly facets: readonly Facet[];
};

const ProductSearchPageType = builder.objectRef<SearchPage>('ProductSearchPage').implement({
  description: 'One page of products that were found.',
  fields: (t) => ({
    items: t.field({
      type: [ProductSheetType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The products.',
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
      description: `The number of all products that fit; ${COUNTED_UP_TO} stands for more than ${COUNTED_UP_TO - 1}.`,
      resolve: (page) => page.count(COUNTED_UP_TO),
    }),
    facets: t.field({
      type: [FacetType],
      description: 'All products that fit, counted by the values of the fields asked for.',
      resolve: ({ facets }) => [...facets],
    }),
  }),
});

const presentationArguments = builder.args((t) => ({
  channel: t.string({ description: 'Code of the channel whose values are shown.' }),
  locale: t.string({ description: 'Code of the locale whose values are shown.' }),
  attributes: t.stringList({ description: 'Only the values of these attributes (codes).' }),
}));

builder.queryFields((t) => ({
  getProduct: t.field({
    type: ProductSheetType,
    nullable: true,
    description:
      'One product as a plain object; null when there is none, or it is deleted. Without `channel` and `locale` its values come as cells, which `updateProduct` takes back; with one of them as plain values, ready to read. Use `searchProducts` when you do not know the SKU.',
    args: {
      ref: t.arg.id({ required: true, description: 'SKU (in either case) or id.' }),
      ...presentationArguments,
      include: t.arg({ type: [ProductPartType], description: 'Further parts to show.' }),
    },
    authScopes: { holds: getProduct.scope },
    extensions: { ...factsOf(getProduct), mcp: { tool: 'get_product' } },
    resolve: async (_root, { ref, include, ...asked }, context) => {
      const presentation = await openPresentation(context, asked);
      const product = await context.read(getProduct, { ref, query: {} });
      if (product === null) return context.absent(context.read(isProductDeleted, { ref }));
      const form = asked.channel || asked.locale ? 'flat' : 'cells';
      return { ...(await openSheet(context, product, presentation, form)), parts: new Set<Part>(include) };
    },
  }),
  searchProducts: t.field({
    type: ProductSearchPageType,
    description:
      'Finds products by words and conditions on their properties and values, and shows each as a plain object. `describeCatalog` lists what can be filtered, sorted and counted by (`filters`). Archived products are left out unless the filter names a status. For the worst products filter and sort by `completeness` and count by `missing`. Use `getProduct` for everything about one of them.',
    args: {
      query: t.arg.string({
        description: 'Words to find: each in the SKU, a searchable text or the label of a searchable option.',
      }),
      filter: t.arg({
        type: ProductFilterInput,
        description: 'Conditions; all keys of one object must hold.',
      }),
      ...presentationArguments,
      include: t.arg({ type: [ProductSearchPartType], description: 'Further parts to show.' }),
      facets: t.arg.stringList({
        description:
          'Count by these: `status`, `type`, `attribute_set`, `categories`, `channels`, `missing`, or codes of attributes.',
      }),
      sort: t.arg({ type: [ProductSortInput], description: 'Order; by creation when left out.' }),
      limit: t.arg.int({ required: true, defaultValue: 25, description: 'How many to answer, 1 to 100.' }),
      searchAfter: t.arg.string({ description: '`searchAfter` of the page before, unchanged.' }),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.min(limit ?? 25, 100) }),
    authScopes: { holds: listProducts.scope },
    extensions: { ...factsOf(listProducts), mcp: { tool: 'search_products' } },
    resolve: async (_root, { query: q, filter, include, sort, facets, limit, ...more }, context) => {
      const { searchAfter, ...asked } = more;
      const presentation = await openPresentation(context, asked);
      const page = await context.read(listProducts, {
        filter: q ? { q, ...(filter ? { and: [filter] } : {}) } : filter,
        ...{ sort, first: limit, after: searchAfter },
        structure: await context.load(structureLoader, ''),
      });
      const parts = new Set<Part>(include);
      const items = await Promise.all(
        page.items.map(async (product) => ({
          ...(await openSheet(context, product, presentation, 'flat')),
          parts,
        })),
      );
      return { ...page, items, facets: await page.facets(facets ?? []) };
    },
  }),
}));
