import { builder } from '../../../graphql/builder.ts';
import { factsOf } from '../../../graphql/operation-field.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { COUNTED_UP_TO, type Page } from '../../../kernel/page.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { RevisionType } from '../../event/revision.graphql.ts';
import type { ExternalRef, ProductStatus, ProductType } from '../../property/index.ts';
import { FacetType } from '../../search/filter.graphql.ts';
import type { Facet } from '../../search/index.ts';
import { structureLoader } from '../../structure/index.ts';
import { getProduct, isProductDeleted } from '../read/get-product.ts';
import { listProductRevisions } from '../read/list-product-revisions.ts';
import { listProducts } from '../read/list-products.ts';
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
} from '../read/product-sheet.ts';
import { completenessIn } from '../read/product-view.ts';
import { ProductFilterInput, ProductSortInput } from './product-filter.graphql.ts';
import {
  CompletenessType,
  ExternalRefType,
  ProductStatusType,
  ProductTypeType,
} from './product-types.graphql.ts';

const READ = getProduct.scope;
/** How many variants and revisions a sheet shows. */
const MAXIMUM_VARIANTS = 50;
const MAXIMUM_REVISIONS = 10;

type Part = 'completeness' | 'variants' | 'associations' | 'history';
type SheetView = ProductSheet & { readonly parts: ReadonlySet<Part> };

const ProductPartType = builder.enumType('ProductPart', {
  description: 'Optional parts of a product sheet.',
  values: {
    COMPLETENESS: {
      value: 'completeness',
      description: 'Required and missing attributes per channel and locale.',
    },
    VARIANTS: { value: 'variants', description: `The first ${MAXIMUM_VARIANTS} variants of a model.` },
    ASSOCIATIONS: { value: 'associations', description: 'Links to other products.' },
    HISTORY: { value: 'history', description: `The last ${MAXIMUM_REVISIONS} changes.` },
  } as const,
});

const ProductSearchPartType = builder.enumType('ProductSearchPart', {
  description: 'Optional parts of the sheets in a search result.',
  values: {
    COMPLETENESS: {
      value: 'completeness',
      description: 'Required and missing attributes per channel and locale.',
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
      description: 'Quantity; null unless the type is quantified.',
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
  description: 'Sellable variants of a model.',
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
  description: 'A product as one plain object: codes instead of nested objects, values as JSON.',
  authScopes: { holds: READ },
  fields: (t) => ({
    id: t.id({ description: 'Id.', resolve: ({ product }) => encodeId('Product', product.id) }),
    sku: t.string({ description: 'SKU.', resolve: ({ product }) => product.sku }),
    label: t.string({
      description: 'Label of the product; the SKU in brackets if there is none.',
      resolve: (sheet, _args, context) => sheetLabel(sheet, context),
    }),
    type: t.field({
      type: ProductTypeType,
      description: 'Simple, model or variant.',
      resolve: ({ product }) => product.type as ProductType,
    }),
    status: t.field({
      type: ProductStatusType,
      description: 'Status.',
      resolve: ({ product }) => product.status as ProductStatus,
    }),
    version: t.int({
      description: 'Version: send it as `ifVersion` of an update.',
      resolve: ({ product }) => product.version,
    }),
    attributeSet: t.string({
      nullable: true,
      description: 'Code of its attribute set; null if the product has none.',
      resolve: ({ product }) => product.attributeSet,
    }),
    parent: t.string({
      nullable: true,
      description: 'SKU of the parent model.',
      resolve: sheetParent,
    }),
    variantLayout: t.string({
      nullable: true,
      description: 'Code of the variant layout of its root model.',
      resolve: sheetLayout,
    }),
    externalRefs: t.field({
      type: [ExternalRefType],
      description: 'Ids of the product in other systems.',
      resolve: ({ product }) => product.externalRefs as ExternalRef[],
    }),
    channels: t.stringList({
      nullable: true,
      description: 'Codes of the channels in which the product is sold; null means every channel.',
      resolve: (sheet) => {
        const channels = sheetChannels(sheet);
        return channels === null ? null : [...channels];
      },
    }),
    categories: t.stringList({
      description: 'Codes of its categories, including inherited ones.',
      resolve: (sheet) => [...sheetCategories(sheet)],
    }),
    values: t.field({
      type: 'JSON',
      description:
        'Values by attribute code, including inherited ones: one value per attribute for the requested channel and locale, with fallback locales; or, from `getProduct` without channel and locale, all values in the form in which they are written.',
      resolve: (sheet) => sheetValues(sheet),
    }),
    completeness: t.field({
      type: [CompletenessType],
      nullable: true,
      description: 'Completeness per requested channel and locale; null unless requested.',
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
      description: 'Variants of the model; null unless requested.',
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
      description: 'Links by type, including inherited ones; null unless requested.',
      resolve: (sheet, _args, context) =>
        sheet.parts.has('associations') ? sheetLinks(sheet, context) : null,
    }),
    history: t.field({
      type: [RevisionType],
      nullable: true,
      description: 'Last changes, newest first; null unless requested.',
      resolve: async ({ product: { id }, parts }, _args, context) => {
        if (!parts.has('history')) return null;
        const page = await context.read(listProductRevisions, { objectId: id, first: MAXIMUM_REVISIONS });
        return [...page.items];
      },
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change of the product itself.',
      resolve: ({ product }) => product.updatedAt,
    }),
  }),
});

type SearchPage = Omit<Page<unknown>, 'items'> & {
  readonly items: readonly SheetView[];
  readonly facets: readonly Facet[];
};

const ProductSearchPageType = builder.objectRef<SearchPage>('ProductSearchPage').implement({
  description: 'One page of search results.',
  fields: (t) => ({
    items: t.field({
      type: [ProductSheetType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The products.',
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
      description: `Number of matching products; ${COUNTED_UP_TO} means more than ${COUNTED_UP_TO - 1}.`,
      resolve: (page) => page.count(COUNTED_UP_TO),
    }),
    facets: t.field({
      type: [FacetType],
      description: 'Counts of all matching products by the values of the requested fields.',
      resolve: ({ facets }) => [...facets],
    }),
  }),
});

const presentationArguments = builder.args((t) => ({
  channel: t.string({ description: 'Code of the channel of the values.' }),
  locale: t.string({ description: 'Code of the locale of the values.' }),
  attributes: t.stringList({ description: 'Only the values of these attributes (codes).' }),
}));

builder.queryFields((t) => ({
  getProduct: t.field({
    type: ProductSheetType,
    nullable: true,
    description:
      'One product as a plain object; null if it does not exist or was deleted. Without `channel` and `locale`, returns values in the form that `updateProduct` accepts; with one of them, plain values. Use `searchProducts` if you do not know the SKU.',
    args: {
      ref: t.arg.id({ required: true, description: 'SKU (not case-sensitive) or id.' }),
      ...presentationArguments,
      include: t.arg({ type: [ProductPartType], description: 'Optional parts to include.' }),
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
      'Finds products by words and by conditions on their properties and values, and returns plain objects. `describeCatalog` lists the fields for filters, sort keys and facets (`filters`). Archived products are excluded unless the filter has a condition on the status. To find the least complete products, filter and sort by `completeness` and count by `missing`. Use `getProduct` for all data of one product.',
    args: {
      query: t.arg.string({
        description:
          'Search words. Each word must occur in the SKU, a searchable text or the label of a searchable option.',
      }),
      filter: t.arg({
        type: ProductFilterInput,
        description: 'Conditions. All keys of an object must hold.',
      }),
      ...presentationArguments,
      include: t.arg({ type: [ProductSearchPartType], description: 'Optional parts to include.' }),
      facets: t.arg.stringList({
        description:
          'Count by these: `status`, `type`, `attribute_set`, `categories`, `channels`, `missing`, or codes of attributes.',
      }),
      sort: t.arg({ type: [ProductSortInput], description: 'Sort order. Defaults to creation order.' }),
      limit: t.arg.int({ required: true, defaultValue: 25, description: 'Number of items, 1 to 100.' }),
      searchAfter: t.arg.string({ description: '`searchAfter` of the previous page, unchanged.' }),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.min(limit ?? 25, 100) }),
    authScopes: { holds: listProducts.scope },
    extensions: { ...factsOf(listProducts), mcp: { tool: 'search_products' } },
    resolve: async (_root, { query: q, filter, include, sort, facets, limit, ...more }, context) => {
      const { searchAfter, ...asked } = more;
      const presentation = await openPresentation(context, asked);
      const page = await context.read(listProducts, {
        filter: q ? { q, ...(filter ? { and: [filter] } : {}) } : filter,
        sort,
        first: limit,
        after: searchAfter,
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
