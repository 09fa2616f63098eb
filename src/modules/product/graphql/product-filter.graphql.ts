import { builder } from '../../../graphql/builder.ts';
import { SortDirection } from '../../../graphql/connection.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import {
  AttributeConditionInput,
  CodeConditionInput,
  DateTimeConditionInput,
  ScopeType,
  SetConditionInput,
  TextConditionInput,
} from '../../search/filter.graphql.ts';
import type {
  AssociationCondition,
  CategoryCondition,
  CompletenessCondition,
  ExternalRefCondition,
  LiveCondition,
  ProductFilter,
  PublicationCondition,
} from '../../search/index.ts';
import { ProductStatusType, ProductTypeType, PublicationState } from './product-types.graphql.ts';

const CategoryConditionInput = builder.inputRef<CategoryCondition>('CategoryCondition').implement({
  description: 'Conditions on categories, inherited ones included.',
  fields: (t) => ({
    any: t.stringList({ description: 'Is in at least one of these.' }),
    all: t.stringList({ description: 'Is in each of these.' }),
    none: t.stringList({ description: 'Is in none of these.' }),
    descendants: t.boolean({
      defaultValue: true,
      description: 'Whether products of subcategories match.',
    }),
    empty: t.boolean({ description: 'Is in no category (true) or in some (false).' }),
  }),
});

const ExternalRefConditionInput = builder.inputRef<ExternalRefCondition>('ExternalRefCondition').implement({
  description: 'Conditions on the id of a product in another system.',
  extensions: { keyedList: { by: 'system' } } satisfies TypeExtensions,
  fields: (t) => ({
    system: t.string({ required: true, description: 'Name of the system, not case-sensitive.' }),
    eq: t.string({ description: 'Is exactly this.' }),
    in: t.stringList({ description: 'Is exactly one of these.' }),
    empty: t.boolean({ description: 'The product has no id in the system (true) or has one (false).' }),
  }),
});

const AssociationConditionInput = builder.inputRef<AssociationCondition>('AssociationCondition').implement({
  description: 'Conditions on the links of one type, inherited ones included.',
  extensions: { keyedList: { by: 'type' } } satisfies TypeExtensions,
  fields: (t) => ({
    type: t.string({ required: true, description: 'Code of the association type.' }),
    any: t.stringList({
      description: 'Is linked to at least one of these products, by SKU, id or external id.',
    }),
    empty: t.boolean({ description: 'Has no link (true) or at least one (false).' }),
  }),
});

const CompletenessConditionInput = builder
  .inputRef<CompletenessCondition>('CompletenessCondition')
  .implement({
    description:
      'Conditions on the completeness in percent, in the requested channels and locales. Products without an attribute set have no completeness.',
    fields: (t) => ({
      channel: t.string({ description: 'Only in this channel. Defaults to the channel of the filter.' }),
      locale: t.string({ description: 'Only in this locale. Defaults to the locale of the filter.' }),
      scope: t.field({
        type: ScopeType,
        defaultValue: 'any',
        description: 'In how many of these channels and locales the condition must hold.',
      }),
      eq: t.int({ description: 'Is.' }),
      lt: t.int({ description: 'Is less.' }),
      lte: t.int({ description: 'Is less than or equal.' }),
      gt: t.int({ description: 'Is more.' }),
      gte: t.int({ description: 'Is greater than or equal.' }),
      missing: t.stringList({
        description: 'At least one of these attributes (codes) is required and missing.',
      }),
    }),
  });

const PublicationConditionInput = builder.inputRef<PublicationCondition>('PublicationCondition').implement({
  description: 'A condition on whether products appear in a channel that they are sold in.',
  fields: (t) => ({
    channel: t.string({ required: true, description: 'Code of the channel.' }),
    locale: t.string({
      description: 'Code of a locale of the channel. Without it, one locale in which it appears is enough.',
    }),
    state: t.field({ type: PublicationState, required: true, description: 'Whether it appears.' }),
  }),
});

const LiveConditionInput = builder.inputRef<LiveCondition>('LiveCondition').implement({
  description:
    'Products that are live: in the channel and locale, or, where one is left out, in at least one. `{}` is live anywhere.',
  fields: (t) => ({
    channel: t.string({ description: 'Code of the channel. Defaults to the channel of the filter.' }),
    locale: t.string({ description: 'Code of the locale. Defaults to the locale of the filter.' }),
  }),
});

const typeCondition = builder.inputType('ProductTypeCondition', {
  description: 'Conditions on the type.',
  fields: (t) => ({
    eq: t.field({ type: ProductTypeType, description: 'Is.' }),
    ne: t.field({ type: ProductTypeType, description: 'Is not.' }),
    in: t.field({ type: [ProductTypeType], description: 'Is one of.' }),
    nin: t.field({ type: [ProductTypeType], description: 'Is none of.' }),
  }),
});

const statusCondition = builder.inputType('ProductStatusCondition', {
  description: 'Conditions on the status.',
  fields: (t) => ({
    eq: t.field({ type: ProductStatusType, description: 'Is.' }),
    ne: t.field({ type: ProductStatusType, description: 'Is not.' }),
    in: t.field({ type: [ProductStatusType], description: 'Is one of.' }),
    nin: t.field({ type: [ProductStatusType], description: 'Is none of.' }),
  }),
});

export const ProductFilterInput = builder.inputRef<ProductFilter>('ProductFilter');
ProductFilterInput.implement({
  description:
    'Conditions on products. All keys of an object must hold. Up to 50 conditions, nested up to 5 levels, with lists of up to 1,000 operands. `productFilterFields` lists all fields.',
  fields: (t) => ({
    and: t.field({ type: [ProductFilterInput], description: 'All of these hold.' }),
    or: t.field({ type: [ProductFilterInput], description: 'At least one of these holds.' }),
    not: t.field({ type: ProductFilterInput, description: 'This does not hold.' }),
    channel: t.string({
      description:
        'Only products sold in this channel. Conditions in the same object and nested in it apply to values of this channel.',
    }),
    locale: t.string({
      description:
        'Only products sold in a channel with this locale. Conditions in the same object and nested in it apply to values in this locale.',
    }),
    q: t.string({
      description:
        'Full text: each word occurs in the SKU, a searchable text or the label of a searchable option. Not case-sensitive, ignores accents.',
    }),
    id: t.field({ type: CodeConditionInput, description: 'Conditions on the id.' }),
    sku: t.field({ type: TextConditionInput, description: 'Conditions on the SKU.' }),
    type: t.field({ type: typeCondition, description: 'Conditions on the type.' }),
    status: t.field({ type: statusCondition, description: 'Conditions on the status.' }),
    attributeSet: t.field({ type: CodeConditionInput, description: 'The code of its attribute set.' }),
    parent: t.field({ type: CodeConditionInput, description: 'SKU, id or external id of the parent model.' }),
    channels: t.field({
      type: SetConditionInput,
      description:
        'Channels in which the product is sold. Products without channels (empty) are sold in every channel.',
    }),
    categories: t.field({ type: CategoryConditionInput, description: 'Conditions on categories.' }),
    tags: t.field({
      type: SetConditionInput,
      description:
        'Conditions on tags; not case-sensitive. Products with a tag are counted by the facet `tags`.',
    }),
    attributes: t.field({
      type: [AttributeConditionInput],
      description: 'Conditions on values, by attribute. All conditions must hold.',
    }),
    externalRefs: t.field({
      type: [ExternalRefConditionInput],
      description: 'Ids of the product in other systems. All conditions must hold.',
    }),
    associations: t.field({
      type: [AssociationConditionInput],
      description: 'Conditions on links, by association type. All conditions must hold.',
    }),
    completeness: t.field({ type: CompletenessConditionInput, description: 'Completeness.' }),
    publication: t.field({
      type: PublicationConditionInput,
      description: 'Publication state in a channel.',
    }),
    live: t.field({ type: LiveConditionInput, description: 'Channels and locales in which it is live.' }),
    createdAt: t.field({ type: DateTimeConditionInput, description: 'When it was created.' }),
    updatedAt: t.field({
      type: DateTimeConditionInput,
      description: 'Time of the last change of the product itself.',
    }),
    effectiveUpdatedAt: t.field({
      type: DateTimeConditionInput,
      description: 'When it or a model above it last changed.',
    }),
  }),
});

export const SortField = builder.enumType('ProductSortField', {
  description: 'Properties that products can be sorted by.',
  values: {
    SKU: { value: 'key', description: 'SKU, not case-sensitive.' },
    STATUS: { value: 'status', description: 'Status.' },
    ATTRIBUTE_SET: { value: 'attributeSet', description: 'Code of the attribute set.' },
    CREATED_AT: { value: 'createdAt', description: 'Creation.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Last change of its own.' },
    EFFECTIVE_UPDATED_AT: {
      value: 'effectiveUpdatedAt',
      description: 'Last change of its own or of a model above it.',
    },
    COMPLETENESS: {
      value: 'completeness',
      description:
        'Completeness in the given `channel` and `locale`; without them, the smallest of all channels and locales.',
    },
    TAGS: {
      value: 'tags',
      description: 'Whether it has tags: ascending, products with tags come first.',
    },
  } as const,
});

export const ProductSortInput = builder.inputType('ProductSort', {
  description: 'A sort key: a property or an attribute. Products without a value always come last.',
  fields: (t) => ({
    field: t.field({ type: SortField, description: 'The property to sort by.' }),
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
    order: t.field({ type: SortDirection, description: 'Alias of `direction`. Send only one of them.' }),
  }),
});
