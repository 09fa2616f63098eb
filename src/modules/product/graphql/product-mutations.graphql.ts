import { batchArguments, batchSize, defineBatchPayload } from '../../../graphql/batch.ts';
import { builder, type InputFields, WRITTEN_GRANT } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { defineMutation } from '../../../graphql/operation-field.ts';
import { ProblemInterface, type ProblemView, toProblemView } from '../../../graphql/problems.ts';
import { DeletePayload, defineWritePayload } from '../../../graphql/resource-fields.ts';
import { ifVersionArgument, MAX_BATCH_SIZE, WriteOutcomeType } from '../../../graphql/write-types.ts';
import { truncateText } from '../../../kernel/text/truncate-text.ts';
import { TagsInput } from '../../media/media.graphql.ts';
import { type ProductType, SET_PROPERTIES, type SetProperty } from '../../property/index.ts';
import { toCellWrites, ValueInput, type ValueInputShape } from '../../values/graphql/value-input.graphql.ts';
import { readLiveScope } from '../model/live.ts';
import type {
  AssociationPatch,
  CodesPatch,
  ExternalRefInput as ExternalRefShape,
  LinkInput as LinkShape,
  LinksPatch,
  ProductItemResult,
  ProductPatch,
  ProductWriteResult,
  WrittenPublication,
} from '../model/product-input.ts';
import { productByIdLoader } from '../read/product.loaders.ts';
import { restoreProduct } from '../revert/restore-product.ts';
import { createProduct } from '../write/create-product.ts';
import { deleteProduct } from '../write/delete-product.ts';
import { duplicateProduct } from '../write/duplicate-product.ts';
import { setProductStatus } from '../write/set-product-status.ts';
import { updateProduct } from '../write/update-product.ts';
import { upsertProducts } from '../write/upsert-products.ts';
import { ProductRef } from './product.graphql.ts';
import { ProductFilterInput } from './product-filter.graphql.ts';
import {
  CompletenessType,
  LiveScopeType,
  ProductStatusType,
  ProductTypeType,
} from './product-types.graphql.ts';

type Maybe<Value> = Value | null | undefined;

/** Input fields of writes of products, besides those that identify the product. */
interface ProductFields
  extends Omit<
    ProductPatch,
    'rename' | 'type' | 'attributeSetOfNew' | 'refusedStatus' | 'values' | 'comment'
  > {
  readonly values?: Maybe<readonly ValueInputShape[]>;
  readonly clear?: Maybe<readonly string[]>;
}
/** New sets are lists: there is nothing to add to. */
type NewSets = { readonly [Key in SetProperty]?: Maybe<readonly string[]> };
interface CreateShape extends Omit<ProductFields, SetProperty | 'clear'>, NewSets {
  readonly sku: string;
  readonly type?: Maybe<ProductType>;
}
export interface UpdateShape extends ProductFields {
  readonly sku?: Maybe<string>;
  readonly comment?: Maybe<string>;
}
interface ItemShape extends ProductFields {
  readonly sku?: Maybe<string>;
  readonly type?: Maybe<ProductType>;
  readonly ifVersion?: Maybe<number>;
}

const CodesInput = builder.inputRef<CodesPatch>('CodesInput').implement({
  description: 'A set of codes: replaced, or some added and removed.',
  fields: (t) => ({
    set: t.stringList({ description: 'Replaces all.' }),
    add: t.stringList({ description: 'Adds these.' }),
    remove: t.stringList({ description: 'Removes these. Codes that are not in the set are ignored.' }),
  }),
});

const LinkInput = builder.inputRef<LinkShape>('LinkInput').implement({
  description: 'A link to another product, or to an entity.',
  extensions: { shorthand: 'ref' } satisfies TypeExtensions,
  fields: (t) => ({
    ref: t.string({
      required: true,
      description:
        'SKU, id or `ext:system:id` of the other product; type and code (`brand/acme`) or id of the entity.',
    }),
    quantity: t.int({
      description: 'Quantity, 1 or more. Required for products of quantified types, not allowed otherwise.',
    }),
  }),
});

const LinksInput = builder.inputRef<LinksPatch>('LinksInput').implement({
  description: 'Links of one type: replaced, or some added and removed.',
  fields: (t) => ({
    set: t.field({ type: [LinkInput], description: 'Replaces all, in this order.' }),
    add: t.field({
      type: [LinkInput],
      description: 'Adds these links. An existing link gets the new quantity.',
    }),
    remove: t.stringList({ description: 'Removes these links, as in `ref`. Missing links are ignored.' }),
  }),
});

const AssociationInput = builder.inputRef<AssociationPatch>('AssociationInput').implement({
  description:
    'The links of one type. A link of a two-way type is also written on the other product. An entity lists products that link to it under `usedBy`.',
  extensions: { keyedList: { by: 'type' } } satisfies TypeExtensions,
  fields: (t) => ({
    type: t.string({ required: true, description: 'Code of the association type.' }),
    products: t.field({ type: LinksInput, description: 'Links to products; null removes all.' }),
    entities: t.field({
      type: LinksInput,
      description: 'Links to entities. They have no quantity; null removes all.',
    }),
  }),
});

const ExternalRefInput = builder.inputRef<ExternalRefShape>('ExternalRefInput').implement({
  description: 'Id of a product in another system. Within a system, each id belongs to one product only.',
  extensions: { keyedList: { by: 'system', value: 'id' } } satisfies TypeExtensions,
  fields: (t) => ({
    system: t.string({
      required: true,
      description:
        'Name of the system: letters, digits, `_` and `-`, up to 100 characters. Not case-sensitive.',
    }),
    id: t.string({
      description: 'Up to 255 printable characters, case-sensitive; null removes the reference.',
    }),
  }),
});

const CreateProductInput = builder.inputRef<CreateShape>('CreateProductInput').implement({
  description: 'A new product.',
  fields: (t) => ({
    sku: t.string({
      required: true,
      description: '1 to 255 printable characters. Unique, not case-sensitive.',
    }),
    type: t.field({
      type: ProductTypeType,
      description: 'Determined by the parent if there is one; otherwise SIMPLE by default.',
    }),
    attributeSet: t.string({
      description: 'Code of the attribute set. Inherited if the product has a parent.',
    }),
    variantLayout: t.string({ description: 'Code of a layout of the set; for root models.' }),
    parent: t.id({ description: 'SKU, id or external id of the parent model.' }),
    status: t.field({ type: ProductStatusType, description: 'DRAFT by default.' }),
    channels: t.stringList({ description: 'Channel codes. Omitted or null: every channel.' }),
    categories: t.stringList({ description: 'Category codes.' }),
    tags: t.stringList({ description: 'Tags: up to 100, of 1 to 64 characters each.' }),
    values: t.field({ type: [ValueInput], description: 'Values.' }),
    associations: t.field({
      type: [AssociationInput],
      description: 'Links to other products and to entities.',
    }),
    externalRefs: t.field({ type: [ExternalRefInput], description: 'Ids of the product in other systems.' }),
  }),
});

/** Returns the input fields of an existing product that can be changed in parts. */
const changes = (t: InputFields) => ({
  channels: t.field({
    type: CodesInput,
    description: 'Channels in which the product is sold; null means every channel.',
  }),
  categories: t.field({ type: CodesInput, description: 'Own categories, without inherited ones.' }),
  tags: t.field({
    type: TagsInput,
    description:
      'Tags: up to 100, of 1 to 64 characters each. Not case-sensitive; the first spelling stays. Null removes all.',
  }),
  values: t.field({ type: [ValueInput], description: 'Values to write.' }),
  associations: t.field({
    type: [AssociationInput],
    description: 'Links to write. Other types do not change.',
  }),
  externalRefs: t.field({
    type: [ExternalRefInput],
    description: 'References to write. Other systems do not change. Null removes all.',
  }),
  clear: t.stringList({ description: 'Codes of attributes whose values are all removed first.' }),
});

export const UpdateProductInput = builder.inputRef<UpdateShape>('UpdateProductInput').implement({
  description: 'Changes of a product. Omitted fields keep their value.',
  fields: (t) => ({
    sku: t.string({ description: 'New SKU. The id does not change.' }),
    attributeSet: t.string({
      description:
        'Code of another attribute set. Values of attributes that are not in it stay readable. Variants of a root model get the same set. If the new set has no layout with the same code, send a `variantLayout`.',
    }),
    variantLayout: t.string({
      description: 'Another layout, for root models: without variants, or together with another set.',
    }),
    parent: t.id({
      description:
        'SKU, id or external id of another model. Moves a variant, or makes a simple product a variant; null the reverse. Own values stay; the attribute set and layout come from the new parent.',
    }),
    status: t.field({ type: ProductStatusType, description: 'The next status.' }),
    ...changes(t),
    comment: t.string({ description: 'Comment for the revision.' }),
  }),
});

export const UpsertProductInput = builder.inputRef<ItemShape>('UpsertProductInput').implement({
  description: 'One product of a batch, addressed by its SKU or by an external id.',
  fields: (t) => ({
    sku: t.string({
      description:
        'SKU; of an existing product also id or `ext:system:id`. Without it, an id of `externalRefs` names the product.',
    }),
    ifVersion: t.int({ description: 'The item fails unless this is the current version.' }),
    type: t.field({ type: ProductTypeType, description: 'For new products.' }),
    attributeSet: t.string({ description: 'Code of its set.' }),
    variantLayout: t.string({ description: 'Code of a layout of the set; for root models.' }),
    parent: t.id({
      description:
        'SKU, id or external id of the parent model. It can be an earlier item of the batch. Moves an existing product.',
    }),
    status: t.field({ type: ProductStatusType, description: 'Status.' }),
    ...changes(t),
  }),
});

/** Returns the fields of an input as the patch that the rules know. */
export const toProductPatch = ({ values, clear, ...fields }: ProductFields): ProductPatch => ({
  ...fields,
  values: toCellWrites({ values, clear }),
});

/** Returns a new product with its sets as patches. */
function withNewSets(fields: Omit<CreateShape, 'sku' | 'type'>): ProductFields {
  const sets = SET_PROPERTIES.map((key) => [key, fields[key] ? { set: fields[key] } : undefined]);
  return { ...fields, ...Object.fromEntries(sets) } as ProductFields;
}

/** Returns an update as a patch for the rules. */
export const toUpdate = ({ sku, comment, ...fields }: UpdateShape): ProductPatch => ({
  ...toProductPatch(fields),
  rename: sku,
  comment,
});

const ProductPayload = defineWritePayload({
  type: 'Product',
  noun: 'product',
  words: { one: 'product' },
  node: ProductRef,
  find: (query, id, { prisma, caller: { organizationId } }) =>
    prisma.product.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
  nameOf: ({ sku }: ProductWriteResult) => sku,
});

/** Fields of a {@link WrittenPublication} in the responses of REST and tools. */
export const PUBLICATION_VIEW =
  '{ live { channel { code } locale { code } } blocked { channel { code } locale { code } missing } }';

type ItemView = Omit<ProductItemResult, 'refusal'> & { readonly problem: ProblemView | null };

/** Returns the result of an item, with its rejection as data. */
export const toItemView = ({ refusal, ...result }: ProductItemResult): ItemView => ({
  ...result,
  sku: truncateText(result.sku),
  problem: refusal === null ? null : toProblemView(refusal),
});

export const WrittenPublicationType = builder.objectRef<WrittenPublication>('WrittenPublication').implement({
  description: 'Where a product that was published is live, and where it is not yet.',
  fields: (t) => ({
    live: t.field({
      type: [LiveScopeType],
      description: 'Channels and locales in which it is live.',
      resolve: ({ live }) => live.map(readLiveScope),
    }),
    blocked: t.field({
      type: [CompletenessType],
      description: 'Channels and locales in which it is not live, because required values are missing.',
      resolve: ({ blocked }) => [...blocked],
    }),
  }),
});

export const ProductItemResultType = builder.objectRef<ItemView>('ProductItemResult').implement({
  description: 'Result of one item of a batch.',
  extensions: {
    view: `{ index sku id: product { id } status: outcome version publication ${PUBLICATION_VIEW} }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index in the input, starting at 0.' }),
    sku: t.exposeString('sku', { description: 'SKU.' }),
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'Outcome of the write.',
      resolve: ({ outcome }) => outcome,
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description: 'Version after the write; null if the item failed.',
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      grantScopes: WRITTEN_GRANT,
      description: 'The product after the write; null if the item failed.',
      resolve: ({ id }, _args, context) => (id === null ? null : context.load(productByIdLoader, id)),
    }),
    publication: t.field({
      type: WrittenPublicationType,
      nullable: true,
      grantScopes: WRITTEN_GRANT,
      description: 'Where the product is live, if the item has published it; null otherwise.',
      resolve: ({ publication }) => publication,
    }),
    problem: t.field({
      type: ProblemInterface,
      nullable: true,
      description: 'Why the item failed; null if it did not.',
      resolve: ({ problem }) => problem,
    }),
  }),
});

const UpsertProductsPayload = defineBatchPayload(
  'UpsertProductsPayload',
  'products',
  ProductItemResultType,
  toItemView,
);

const refArgument = builder.args((t) => ({
  ref: t.id({ required: true, description: 'SKU (case is ignored), id or `ext:system:id`.' }),
}));

/** Fields in the response of tools after a product was written: not the input, but the result and what it lacks. */
const WRITTEN_VIEW = `{ id sku type status version attributeSet { code } parent { sku }
  completeness { channel { code } locale { code } ratio required filled missing }
  live { channel { code } locale { code } } }`;

defineMutation(createProduct, {
  description:
    'Creates a product. Fails if another product has the SKU. Read the attribute set with the query `attributeSet` first. For several products, or if a product may already exist, use `upsertProducts`.',
  payload: ProductPayload,
  args: builder.args((t) => ({
    input: t.field({ type: CreateProductInput, required: true, description: 'The product.' }),
  })),
  input: ({ input: { sku, type, ...fields } }) => ({ sku, type, ...toProductPatch(withNewSets(fields)) }),
  exposure: {
    rest: { method: 'POST', path: '/products', status: 201 },
    mcp: { tool: 'create_product', view: WRITTEN_VIEW },
  },
});

defineMutation(duplicateProduct, {
  description:
    'Creates a draft with the values, categories, tags, channels and links of a product. Values of unique attributes, external references, comments and, of a model, its variants are not copied. Variants cannot be duplicated.',
  payload: ProductPayload,
  args: {
    ...refArgument,
    ...builder.args((t) => ({
      input: t.field({
        type: builder.inputType('DuplicateProductInput', {
          description: 'The copy of a product.',
          fields: (f) => ({
            sku: f.string({
              required: true,
              description: 'SKU of the copy: 1 to 255 printable characters. Unique, not case-sensitive.',
            }),
          }),
        }),
        required: true,
        description: 'The copy.',
      }),
    })),
  },
  input: ({ ref, input: { sku } }) => ({ ref, sku }),
  exposure: { rest: { method: 'POST', path: '/products/{ref}/duplicate', status: 201 } },
});

defineMutation(updateProduct, {
  description:
    'Updates the given fields and values of a product. Everything else stays unchanged. The response contains the completeness for each channel and locale. If you do not know its values, read it with the query `product` first. For several products use `upsertProducts`; to publish, use `setProductStatuses`.',
  payload: ProductPayload,
  args: {
    ...refArgument,
    ...builder.args((t) => ({
      input: t.field({ type: UpdateProductInput, required: true, description: 'The changes.' }),
    })),
    ...ifVersionArgument,
  },
  input: ({ ref, input, ifVersion }) => ({ ref, ifVersion, patch: toUpdate(input) }),
  exposure: {
    rest: {
      method: 'PATCH',
      path: '/products/{ref}',
      upsert: { field: upsertProducts.name, keys: { ref: 'sku' } },
    },
    mcp: { tool: 'update_product', view: WRITTEN_VIEW },
  },
});

defineMutation(setProductStatus, {
  description:
    'Changes the status of a product. A published product is live in each channel and locale whose publish guard it meets (`live`, `visibility`). If it meets none, it cannot be published.',
  payload: ProductPayload,
  args: {
    ...refArgument,
    ...builder.args((t) => ({
      input: t.field({
        type: builder.inputType('SetProductStatusInput', {
          description: 'The next status, and why.',
          fields: (f) => ({
            status: f.field({ type: ProductStatusType, required: true, description: 'The next status.' }),
            comment: f.string({ description: 'Comment for the revision.' }),
          }),
        }),
        required: true,
        description: 'The next status.',
      }),
    })),
    ...ifVersionArgument,
  },
  input: ({ ref, input, ifVersion }) => ({ ref, ifVersion, ...input }),
  exposure: { rest: { method: 'POST', path: '/products/{ref}/status' } },
});

defineMutation(deleteProduct, {
  description: 'Deletes a product. It can be restored for 30 days. Its SKU can be reused immediately.',
  payload: DeletePayload,
  args: {
    ...refArgument,
    ...builder.args((t) => ({
      force: t.boolean({
        required: true,
        defaultValue: false,
        description: 'Deletes a model together with its variants.',
      }),
    })),
    ...ifVersionArgument,
  },
  input: (args) => args,
  exposure: { rest: { method: 'DELETE', path: '/products/{ref}', status: 204 } },
});

defineMutation(restoreProduct, {
  description:
    'Restores a deleted product. A model is restored together with the variants that were deleted with it, also by the same job before it. A dry run checks whether all can be restored.',
  payload: ProductPayload,
  args: refArgument,
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/products/{ref}/restore' } },
});

defineMutation(upsertProducts, {
  description:
    'Creates and updates many products in one transaction and returns a result for each. Use it for several products at once, or if some of them may already exist. The result of a failed item contains the reason. The other items are still written, unless `errorPolicy` forbids it.',
  payload: UpsertProductsPayload,
  args: {
    ...batchArguments(UpsertProductInput, 'products'),
    ...builder.args((t) => ({
      items: t.field({
        type: [UpsertProductInput],
        description: `Up to ${MAX_BATCH_SIZE} products. Later items can refer to earlier ones.`,
        validate: batchSize,
      }),
      filter: t.field({
        type: ProductFilterInput,
        description: `Instead of items: updates all products that match the filter, up to ${MAX_BATCH_SIZE}. Same form as the filter of the query \`products\`. Search with the filter first and check the result. Archived products are excluded unless the filter has a condition on the status.`,
      }),
      patch: t.field({
        type: UpdateProductInput,
        description:
          'Changes for each product that matches the filter, in the form of the input of `updateProduct`.',
      }),
      expectedCount: t.int({
        description:
          'Number of products that match the filter, as a search counts them. Required with a filter. If it is wrong, the request fails and reports the actual number.',
      }),
    })),
  },
  input: ({ items, filter, patch, expectedCount, mode, errorPolicy }) => ({
    items: items?.map(({ sku, ifVersion, type, ...fields }) => ({
      sku,
      ifVersion,
      type,
      ...toProductPatch(fields),
    })),
    found: { filter, patch: patch ? toUpdate(patch) : patch, expectedCount },
    mode,
    errorPolicy,
  }),
  exposure: {
    // The filter has a route of its own: `POST /products/bulk`.
    rest: { method: 'POST', path: '/products/batch', leavesOut: ['filter', 'patch', 'expectedCount'] },
    mcp: {
      tool: 'upsert_products',
      dryRunByDefault: true,
      maximumItems: 100,
      described: ['items', 'filter', 'patch'],
    },
  },
});
