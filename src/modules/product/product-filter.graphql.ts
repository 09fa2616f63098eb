import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import {
  AttributeConditionInput,
  CodeConditionInput,
  DateTimeConditionInput,
  ScopeType,
  SetConditionInput,
  SortDirection,
  TextConditionInput,
} from '../search/filter.graphql.ts';
import type {
  AssociationCondition,
  CategoryCondition,
  CompletenessCondition,
  ExternalRefCondition,
  ProductFilter,
  PublicationCondition,
} from '../search/index.ts';
import { ProductStatusType, ProductTypeType, PublicationState } from './product-types.graphql.ts';

const CategoryConditionInput = builder.inputRef<CategoryCondition>('CategoryCondition').implement({
  description: 'Conditions on categories, inherited ones included.',
  fields: (t) => ({
    any: t.stringList({ description: 'Is in at least one of these.' }),
    all: t.stringList({ description: 'Is in each of these.' }),
    none: t.stringList({ description: 'Is in none of these.' }),
    descendants: t.boolean({
      defaultValue: true,
      description: 'Whether what stands below a category counts as in it.',
    }),
    empty: t.boolean({ description: 'Is in no category (true) or in some (false).' }),
  }),
});

const ExternalRefConditionInput = builder.inputRef<ExternalRefCondition>('ExternalRefCondition').implement({
  description: 'Conditions on the id by which a system knows a product.',
  extensions: { keyedList: { by: 'system' } } satisfies TypeExtensions,
  fields: (t) => ({
    system: t.string({ required: true, description: 'Name of the system; case does not count.' }),
    eq: t.string({ description: 'Is exactly this.' }),
    in: t.stringList({ description: 'Is exactly one of these.' }),
    empty: t.boolean({ description: 'The system knows it by none (true) or by one (false).' }),
  }),
});

const AssociationConditionInput = builder.inputRef<AssociationCondition>('AssociationCondition').implement({
  description: 'Conditions on the links of one type, inherited ones included.',
  extensions: { keyedList: { by: 'type' } } satisfies TypeExtensions,
  fields: (t) => ({
    type: t.string({ required: true, description: 'Code of the association type.' }),
    any: t.stringList({ description: 'Is linked to at least one of these products, by SKU or id.' }),
    empty: t.boolean({ description: 'Is linked to nothing (true) or to something (false).' }),
  }),
});

const CompletenessConditionInput = builder
  .inputRef<CompletenessCondition>('CompletenessCondition')
  .implement({
    description:
      'Conditions on the completeness in percent, in the channels and locales asked for. What is not classified has none.',
    fields: (t) => ({
      channel: t.string({ description: 'Only in this channel; that of the filter when left out.' }),
      locale: t.string({ description: 'Only in this locale; that of the filter when left out.' }),
      scope: t.field({
        type: ScopeType,
        defaultValue: 'any',
        description: 'In how many of those channels and locales the condition must hold.',
      }),
      eq: t.int({ description: 'Is.' }),
      lt: t.int({ description: 'Is less.' }),
      lte: t.int({ description: 'Is less or equal.' }),
      gt: t.int({ description: 'Is more.' }),
      gte: t.int({ description: 'Is more or equal.' }),
      missing: t.stringList({
        description: 'At least one of these attributes (codes) is required there and missing.',
      }),
    }),
  });

const PublicationConditionInput = builder.inputRef<PublicationCondition>('PublicationCondition').implement({
  description: 'A condition on whether products appear in a channel that they are sold in.',
  fields: (t) => ({
    channel: t.string({ required: true, description: 'Code of the channel.' }),
    state: t.field({ type: PublicationState, required: true, description: 'Whether it appears.' }),
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
    'Conditions on products; all keys of one object must hold. Up to 50 conditions, in each other up to 5 deep, with lists of up to 1,000 operands. `productFilterFields` tells what there is.',
  fields: (t) => ({
    and: t.field({ type: [ProductFilterInput], description: 'All of these hold.' }),
    or: t.field({ type: [ProductFilterInput], description: 'At least one of these holds.' }),
    not: t.field({ type: ProductFilterInput, description: 'This does not hold.' }),
    channel: t.string({
      description:
        'Only what is sold in this channel; conditions beside and below it look at the values of this channel.',
    }),
    locale: t.string({
      description:
        'Only what is sold in a channel with this locale; conditions beside and below it look at the values in this locale.',
    }),
    q: t.string({
      description:
        'Full text: each word is found in the SKU, a searchable text or the label of a searchable option. Case and accents do not count.',
    }),
    id: t.field({ type: CodeConditionInput, description: 'Its id.' }),
    sku: t.field({ type: TextConditionInput, description: 'Its SKU.' }),
    type: t.field({ type: typeCondition, description: 'Its type.' }),
    status: t.field({ type: statusCondition, description: 'Its status.' }),
    attributeSet: t.field({ type: CodeConditionInput, description: 'The code of its attribute set.' }),
    parent: t.field({ type: CodeConditionInput, description: 'SKU or id of the model directly above.' }),
    channels: t.field({
      type: SetConditionInput,
      description: 'The channels it is sold in; what names none (empty) is sold in each.',
    }),
    categories: t.field({ type: CategoryConditionInput, description: 'Its categories.' }),
    attributes: t.field({
      type: [AttributeConditionInput],
      description: 'Its values, by attribute; all of these hold.',
    }),
    externalRefs: t.field({
      type: [ExternalRefConditionInput],
      description: 'The ids other systems know it by; all of these hold.',
    }),
    associations: t.field({
      type: [AssociationConditionInput],
      description: 'Its links, by association type; all of these hold.',
    }),
    completeness: t.field({ type: CompletenessConditionInput, description: 'How complete it is.' }),
    publication: t.field({
      type: PublicationConditionInput,
      description: 'Whether it appears in a channel.',
    }),
    createdAt: t.field({ type: DateTimeConditionInput, description: 'When it was created.' }),
    updatedAt: t.field({ type: DateTimeConditionInput, description: 'When it last changed itself.' }),
    effectiveUpdatedAt: t.field({
      type: DateTimeConditionInput,
      description: 'When it or a model above it last changed.',
    }),
  }),
});

const SortField = builder.enumType('ProductSortField', {
  description: 'Properties that products can be sorted by.',
  values: {
    SKU: { value: 'key', description: 'SKU, case does not count.' },
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
      description: 'The smallest completeness of all channels and locales.',
    },
  } as const,
});

export const ProductSortInput = builder.inputType('ProductSort', {
  description: 'One key to sort by: a property or an attribute. What has no value comes last either way.',
  fields: (t) => ({
    field: t.field({ type: SortField, description: 'The property to sort by.' }),
    attribute: t.string({
      description: 'Code of the attribute to sort by, which `productFilterFields` calls sortable.',
    }),
    channel: t.string({
      description: "Of an attribute with values per channel; the organization's default.",
    }),
    locale: t.string({ description: "Of an attribute with values per locale; the organization's default." }),
    currency: t.string({ description: 'Of prices; may be left out where there is one.' }),
    direction: t.field({ type: SortDirection, description: 'Which end comes first; ASC when left out.' }),
    order: t.field({ type: SortDirection, description: 'Another name of `direction`; give one of them.' }),
  }),
});
