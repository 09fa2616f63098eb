import { builder } from '../../graphql/builder.ts';
import type {
  CategoryCondition,
  CodeCondition,
  ExternalRefCondition,
  ProductFilter,
  TextCondition,
} from './product-filter.ts';
import { ProductStatusType, ProductTypeType } from './product-types.graphql.ts';

const TextConditionInput = builder.inputRef<TextCondition>('TextCondition').implement({
  description: 'Conditions on a text; case does not count.',
  fields: (t) => ({
    eq: t.string({ description: 'Equals.' }),
    ne: t.string({ description: 'Does not equal.' }),
    in: t.stringList({ description: 'Is one of.' }),
    nin: t.stringList({ description: 'Is none of.' }),
    contains: t.string({ description: 'Contains.' }),
    startsWith: t.string({ description: 'Starts with.' }),
  }),
});

const CodeConditionInput = builder.inputRef<CodeCondition>('CodeCondition').implement({
  description: 'Conditions on a code or id; case does not count.',
  fields: (t) => ({
    eq: t.string({ description: 'Is.' }),
    ne: t.string({ description: 'Is not, or there is none.' }),
    in: t.stringList({ description: 'Is one of.' }),
    nin: t.stringList({ description: 'Is none of.' }),
    empty: t.boolean({ description: 'There is none (true) or one (false).' }),
  }),
});

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
  fields: (t) => ({
    system: t.string({ required: true, description: 'Name of the system; case does not count.' }),
    eq: t.string({ description: 'Is exactly this.' }),
    in: t.stringList({ description: 'Is exactly one of these.' }),
    empty: t.boolean({ description: 'The system knows it by none (true) or by one (false).' }),
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

const DateTimeCondition = builder.inputType('DateTimeCondition', {
  description: 'Conditions on a moment.',
  fields: (t) => ({
    lt: t.field({ type: 'DateTime', description: 'Before.' }),
    lte: t.field({ type: 'DateTime', description: 'Before or at.' }),
    gt: t.field({ type: 'DateTime', description: 'After.' }),
    gte: t.field({ type: 'DateTime', description: 'After or at.' }),
  }),
});

export const ProductFilterInput = builder.inputRef<ProductFilter>('ProductFilter');
ProductFilterInput.implement({
  description: 'Conditions on products; all keys of one object must hold.',
  fields: (t) => ({
    and: t.field({ type: [ProductFilterInput], description: 'All of these hold.' }),
    or: t.field({ type: [ProductFilterInput], description: 'At least one of these holds.' }),
    not: t.field({ type: ProductFilterInput, description: 'This does not hold.' }),
    id: t.field({ type: CodeConditionInput, description: 'Its id.' }),
    sku: t.field({ type: TextConditionInput, description: 'Its SKU.' }),
    type: t.field({ type: typeCondition, description: 'Its type.' }),
    status: t.field({ type: statusCondition, description: 'Its status.' }),
    attributeSet: t.field({ type: CodeConditionInput, description: 'The code of its attribute set.' }),
    parent: t.field({ type: CodeConditionInput, description: 'SKU or id of the model directly above.' }),
    categories: t.field({ type: CategoryConditionInput, description: 'Its categories.' }),
    externalRefs: t.field({
      type: [ExternalRefConditionInput],
      description: 'The ids other systems know it by; all of these hold.',
    }),
    createdAt: t.field({ type: DateTimeCondition, description: 'When it was created.' }),
    updatedAt: t.field({ type: DateTimeCondition, description: 'When it last changed.' }),
  }),
});

const SortField = builder.enumType('ProductSortField', {
  description: 'What products can be sorted by.',
  values: {
    SKU: { value: 'sku', description: 'SKU, case does not count.' },
    STATUS: { value: 'status', description: 'Status.' },
    CREATED_AT: { value: 'createdAt', description: 'Creation.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Last change.' },
  } as const,
});

const SortDirection = builder.enumType('SortDirection', {
  description: 'Which end comes first.',
  values: {
    ASC: { value: 'asc', description: 'Smallest first.' },
    DESC: { value: 'desc', description: 'Largest first.' },
  } as const,
});

export const ProductSortInput = builder.inputType('ProductSort', {
  description: 'One key to sort by.',
  fields: (t) => ({
    field: t.field({ type: SortField, required: true, description: 'What to sort by.' }),
    direction: t.field({
      type: SortDirection,
      required: true,
      defaultValue: 'asc',
      description: 'Which end comes first.',
    }),
  }),
});
