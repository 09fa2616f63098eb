import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import type {
  AttributeCondition,
  CodeCondition,
  DateTimeCondition,
  SetCondition,
  TextCondition,
} from './filter/filter.ts';

export const ScopeType = builder.enumType('Scope', {
  description: 'In how many channels and locales of an attribute a condition must hold.',
  values: {
    ANY: { value: 'any', description: 'In at least one.' },
    ALL: { value: 'all', description: 'In all that have a value, and at least one has a value.' },
  } as const,
});

export const TextConditionInput = builder.inputRef<TextCondition>('TextCondition').implement({
  description: 'Conditions on a text; not case-sensitive.',
  fields: (t) => ({
    eq: t.string({ description: 'Equals.' }),
    ne: t.string({ description: 'Does not equal.' }),
    in: t.stringList({ description: 'Is one of.' }),
    nin: t.stringList({ description: 'Is none of.' }),
    contains: t.string({ description: 'Contains; ignores accents.' }),
    startsWith: t.string({ description: 'Starts with; ignores accents.' }),
  }),
});

export const CodeConditionInput = builder.inputRef<CodeCondition>('CodeCondition').implement({
  description: 'Conditions on a code or id; not case-sensitive.',
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
    empty: t.boolean({ description: 'Is empty (true) or not (false).' }),
  }),
});

export const DateTimeConditionInput = builder.inputRef<DateTimeCondition>('DateTimeCondition').implement({
  description: 'Conditions on a time.',
  fields: (t) => ({
    lt: t.field({ type: 'DateTime', description: 'Before.' }),
    lte: t.field({ type: 'DateTime', description: 'Before or at.' }),
    gt: t.field({ type: 'DateTime', description: 'After.' }),
    gte: t.field({ type: 'DateTime', description: 'After or at.' }),
    between: t.field({ type: ['DateTime'], description: 'From the first to the second, both included.' }),
    lastDays: t.int({ description: 'Within this number of 24-hour periods before now.' }),
  }),
});

export const AttributeConditionInput = builder.inputRef<AttributeCondition>('AttributeCondition').implement({
  description:
    'Conditions on the values of an attribute, inherited ones included. Which operators there are depends on its type: see `productFilterFields`. Operands look like values: `"red"`, `{"amount": "400", "unit": "GRAM"}`. `ne`, `nin`, `none` and `notContains` also hold where there is no value.',
  extensions: { keyedList: { by: 'attribute' } } satisfies TypeExtensions,
  fields: (t) => ({
    attribute: t.string({ required: true, description: 'Code.' }),
    channel: t.string({
      description: 'Only its value in this channel. Defaults to the channel of the filter.',
    }),
    locale: t.string({ description: 'Only its value in this locale. Defaults to the locale of the filter.' }),
    scope: t.field({
      type: ScopeType,
      defaultValue: 'any',
      description: 'In how many of the requested channels and locales the condition must hold.',
    }),
    empty: t.boolean({ description: 'Has no value (true) or one (false).' }),
    currency: t.string({ description: 'With `empty`, of prices: only the price in this currency.' }),
    eq: t.field({ type: 'JSON', description: 'Is; of lists: has these items and no others.' }),
    ne: t.field({ type: 'JSON', description: 'Is not.' }),
    in: t.field({ type: ['JSON'], description: 'Is one of; of lists: has at least one of.' }),
    nin: t.field({ type: ['JSON'], description: 'Is none of.' }),
    lt: t.field({ type: 'JSON', description: 'Is less than, or before.' }),
    lte: t.field({ type: 'JSON', description: 'Is less than or equal.' }),
    gt: t.field({ type: 'JSON', description: 'Is greater than, or after.' }),
    gte: t.field({ type: 'JSON', description: 'Is greater than or equal.' }),
    between: t.field({ type: ['JSON'], description: 'From the first to the second, both included.' }),
    any: t.field({ type: ['JSON'], description: 'Has at least one of these items.' }),
    all: t.field({ type: ['JSON'], description: 'Has each of these items.' }),
    none: t.field({ type: ['JSON'], description: 'Has none of these items.' }),
    count: t.int({ description: 'Has this number of items.' }),
    contains: t.string({ description: 'Contains; not case-sensitive, ignores accents.' }),
    notContains: t.string({ description: 'Does not contain.' }),
    startsWith: t.string({ description: 'Starts with.' }),
    endsWith: t.string({ description: 'Ends with.' }),
    match: t.string({ description: 'Contains each of these words.' }),
    lastDays: t.int({ description: 'Within this number of days before today, including today.' }),
    nextDays: t.int({ description: 'Within this number of days after today, including today.' }),
  }),
});
