import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { foldKey } from '../../kernel/codes.ts';
import { optionLoader } from '../option-set/index.ts';
import { OptionRef } from '../option-set/option.graphql.ts';
import { structureLoader } from '../structure/index.ts';
import type { Facet } from './facet.ts';
import type {
  AttributeCondition,
  CodeCondition,
  MomentCondition,
  SetCondition,
  TextCondition,
} from './filter/filter.ts';

export const ScopeType = builder.enumType('Scope', {
  description: 'In how many places of an attribute a condition must hold.',
  values: {
    ANY: { value: 'any', description: 'In at least one.' },
    ALL: { value: 'all', description: 'In each that has a value, and there is one.' },
  } as const,
});

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Which end comes first.',
  values: {
    ASC: { value: 'asc', description: 'Smallest first.' },
    DESC: { value: 'desc', description: 'Largest first.' },
  } as const,
});

export const TextConditionInput = builder.inputRef<TextCondition>('TextCondition').implement({
  description: 'Conditions on a text; case does not count.',
  fields: (t) => ({
    eq: t.string({ description: 'Equals.' }),
    ne: t.string({ description: 'Does not equal.' }),
    in: t.stringList({ description: 'Is one of.' }),
    nin: t.stringList({ description: 'Is none of.' }),
    contains: t.string({ description: 'Contains; accents do not count either.' }),
    startsWith: t.string({ description: 'Starts with; accents do not count either.' }),
  }),
});

export const CodeConditionInput = builder.inputRef<CodeCondition>('CodeCondition').implement({
  description: 'Conditions on a code or id; case does not count.',
  fields: (t) => ({
    eq: t.string({ description: 'Is.' }),
    ne: t.string({ description: 'Is not, or there is none.' }),
    in: t.stringList({ description: 'Is one of.' }),
    nin: t.stringList({ description: 'Is none of.' }),
    empty: t.boolean({ description: 'There is none (true) or one (false).' }),
  }),
});

export const SetConditionInput = builder.inputRef<SetCondition>('SetCondition').implement({
  description: 'Conditions on a set of codes.',
  fields: (t) => ({
    any: t.stringList({ description: 'Has at least one of these.' }),
    all: t.stringList({ description: 'Has each of these.' }),
    none: t.stringList({ description: 'Has none of these.' }),
    empty: t.boolean({ description: 'Names none (true) or some (false).' }),
  }),
});

export const DateTimeConditionInput = builder.inputRef<MomentCondition>('DateTimeCondition').implement({
  description: 'Conditions on a moment.',
  fields: (t) => ({
    lt: t.field({ type: 'DateTime', description: 'Before.' }),
    lte: t.field({ type: 'DateTime', description: 'Before or at.' }),
    gt: t.field({ type: 'DateTime', description: 'After.' }),
    gte: t.field({ type: 'DateTime', description: 'After or at.' }),
    between: t.field({ type: ['DateTime'], description: 'From the first to the second, both included.' }),
    lastDays: t.int({ description: 'Within so many times 24 hours before now.' }),
  }),
});

export const AttributeConditionInput = builder.inputRef<AttributeCondition>('AttributeCondition').implement({
  description:
    'Conditions on the values of an attribute, inherited ones included. Which operators there are depends on its type: see `productFilterFields`. Operands look like values: `"red"`, `{"amount": "400", "unit": "GRAM"}`. `ne`, `nin`, `none` and `notContains` also hold where there is no value.',
  extensions: { keyedList: { by: 'attribute' } } satisfies TypeExtensions,
  fields: (t) => ({
    attribute: t.string({ required: true, description: 'Its code.' }),
    channel: t.string({ description: 'Only its value in this channel; that of the filter when left out.' }),
    locale: t.string({ description: 'Only its value in this locale; that of the filter when left out.' }),
    scope: t.field({
      type: ScopeType,
      defaultValue: 'any',
      description: 'In how many of its channels and locales the condition must hold, of those asked for.',
    }),
    empty: t.boolean({ description: 'Has no value (true) or one (false).' }),
    eq: t.field({ type: 'JSON', description: 'Is; of lists: has these items and no others.' }),
    ne: t.field({ type: 'JSON', description: 'Is not.' }),
    in: t.field({ type: ['JSON'], description: 'Is one of; of lists: has at least one of.' }),
    nin: t.field({ type: ['JSON'], description: 'Is none of.' }),
    lt: t.field({ type: 'JSON', description: 'Is less, or before.' }),
    lte: t.field({ type: 'JSON', description: 'Is less or equal.' }),
    gt: t.field({ type: 'JSON', description: 'Is more, or after.' }),
    gte: t.field({ type: 'JSON', description: 'Is more or equal.' }),
    between: t.field({ type: ['JSON'], description: 'From the first to the second, both included.' }),
    any: t.field({ type: ['JSON'], description: 'Has at least one of these items.' }),
    all: t.field({ type: ['JSON'], description: 'Has each of these items.' }),
    none: t.field({ type: ['JSON'], description: 'Has none of these items.' }),
    count: t.int({ description: 'Has so many items.' }),
    contains: t.string({ description: 'Contains; case and accents do not count.' }),
    notContains: t.string({ description: 'Does not contain.' }),
    startsWith: t.string({ description: 'Starts with.' }),
    endsWith: t.string({ description: 'Ends with.' }),
    match: t.string({ description: 'Contains each of these words.' }),
    lastDays: t.int({ description: 'Within so many days before today, today included.' }),
    nextDays: t.int({ description: 'Within so many days after today, today included.' }),
  }),
});

/** A value of a facet, and the field that it is one of. */
type CountedFacetValue = Facet['values'][number] & Pick<Facet, 'field'>;

const FacetValueType = builder.objectRef<CountedFacetValue>('FacetValue').implement({
  description: 'A value and how often it was found.',
  extensions: { view: '{ value count }' } satisfies TypeExtensions,
  fields: (t) => ({
    value: t.exposeString('value', { description: 'A code, or `true` or `false`.' }),
    count: t.exposeInt('count', { description: 'How many of what the filter finds have it.' }),
    option: t.field({
      type: OptionRef,
      nullable: true,
      description: 'The option; null where the field is no attribute with options.',
      resolve: async ({ field, value }, _args, context) => {
        const structure = await context.load(structureLoader, '');
        const optionSet = structure?.attributes.get(foldKey(field))?.optionSet ?? null;
        return optionSet === null ? null : context.load(optionLoader, { optionSet, code: value });
      },
    }),
  }),
});

export const FacetType = builder.objectRef<Facet>('Facet').implement({
  description: 'What the filter finds, counted by the values of a field.',
  extensions: { keyedList: { by: 'field', value: 'values' } } satisfies TypeExtensions,
  fields: (t) => ({
    field: t.exposeString('field', { description: 'As it was asked for.' }),
    values: t.field({
      type: [FacetValueType],
      // Reckoned with by the field that counts them.
      complexity: { field: 1, multiplier: 1 },
      description: 'The 100 commonest values, the commonest first; those of nothing are left out.',
      resolve: ({ field, values }) => values.map((value) => ({ field, ...value })),
    }),
  }),
});
