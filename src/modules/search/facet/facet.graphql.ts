import { builder } from '../../../graphql/builder.ts';
import type { FacetSelections, TypeExtensions } from '../../../graphql/extensions.ts';
import { resolveLabel } from '../../locale/labels.graphql.ts';
import { optionLoader } from '../../option-set/index.ts';
import { OptionRef, SwatchType } from '../../option-set/option.graphql.ts';
import type { Facet, FacetBucket, FacetOrder, FacetRange, FacetValue } from './count-facets.ts';
import { enumCode, type FilterSyntax } from './facet-filter.ts';

/** Fields of facets in the responses of REST and MCP. */
export const FACET_VIEWS: FacetSelections = {
  values:
    '{ field values { value label count selected parent swatch { color media { code } } filter(form: REST) } }',
  details:
    '{ field label hiddenCount range { min max unit currency buckets { from to count selected filter(form: REST) } } }',
};
export const SHORT_FACET_VIEWS: FacetSelections = {
  values: '{ field values { value count } }',
  details: '{ field hiddenCount range { min max unit currency buckets { from to count } } }',
};

const FilterFormType = builder.enumType('FilterForm', {
  description: 'The form of a filter.',
  values: {
    GRAPHQL: { value: 'graphql', description: 'As the argument `filter` of GraphQL takes it.' },
    REST: { value: 'rest', description: 'As REST, MCP and export profiles take it.' },
  } as const satisfies Readonly<Record<string, { value: FilterSyntax; description: string }>>,
});

export const FacetOrderType = builder.enumType('FacetOrder', {
  description: 'Order of the values of a facet.',
  values: {
    COUNT: { value: 'count', description: 'Most frequent first.' },
    POSITION: {
      value: 'position',
      description:
        'The order of the option set or of the category tree; each category before those below it.',
    },
  } as const satisfies Readonly<Record<string, { value: FacetOrder; description: string }>>,
});

interface Localized {
  /** Locale of the labels; null: the default. */
  readonly locale: string | null;
}
export type LocalizedFacet = Facet & Localized;
type LocalizedValue = FacetValue & Localized & Pick<Facet, 'of'>;

const formArgument = builder.args((t) => ({
  form: t.field({
    type: FilterFormType,
    required: true,
    defaultValue: 'graphql',
    description: 'The form of the filter.',
  }),
}));

const FacetValueType = builder.objectRef<LocalizedValue>('FacetValue').implement({
  description: 'A value and its count.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description: 'A code, a tag, or `true` or `false`. Enum values are in lower case: `published`.',
    }),
    code: t.string({
      description: 'The value as the argument `filter` takes it: of enums in upper case, `PUBLISHED`.',
      resolve: ({ value, of }) => (of?.kind === 'enum' ? enumCode(value, 'graphql') : value),
    }),
    label: t.string({
      description: 'Label, also from fallback locales; otherwise the code in brackets.',
      resolve: async ({ value, locale, details }, _args, context) => {
        const { labels, name } = await details();
        return labels === null
          ? name
          : resolveLabel({ code: value, labels }, { locale, fallback: true }, context);
      },
    }),
    count: t.exposeInt('count', {
      description: 'Number of products that would match if this value were selected alone.',
    }),
    selected: t.exposeBoolean('selected', { description: 'Whether the filter selects it.' }),
    parent: t.exposeString('parent', {
      nullable: true,
      description: 'Of a category, the code of its parent.',
    }),
    swatch: t.field({
      type: SwatchType,
      nullable: true,
      description: 'Swatch of the option.',
      resolve: async ({ details }) => (await details()).swatch,
    }),
    filter: t.field({
      type: 'JSON',
      description:
        'A filter that selects this value in addition to those that are selected, or, if it is selected, only the others; `{}` if none is left. Send it in `and` in place of the conditions on this field.',
      args: formArgument,
      resolve: ({ filter }, { form }) => filter(form),
    }),
    option: t.field({
      type: OptionRef,
      nullable: true,
      description: 'The option; null if the field is not an attribute with options.',
      resolve: ({ of, value }, _args, context) =>
        of?.kind === 'option' ? context.load(optionLoader, { optionSet: of.optionSet, code: value }) : null,
    }),
  }),
});

const FacetBucketType = builder.objectRef<FacetBucket>('FacetBucket').implement({
  description: 'A part of a range and its count.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The lower limit, included.' }),
    to: t.exposeString('to', { description: 'The upper limit, not included.' }),
    count: t.exposeInt('count', { description: 'Number of products with a value in it.' }),
    selected: t.exposeBoolean('selected', {
      description: 'Whether the filter selects exactly this part.',
    }),
    filter: t.field({
      type: 'JSON',
      description:
        'A filter that selects this part, or, if it is selected, `{}`. Send it in `and` in place of the conditions on this field.',
      args: formArgument,
      resolve: ({ filter }, { form }) => filter(form),
    }),
  }),
});

const FacetRangeType = builder.objectRef<FacetRange>('FacetRange').implement({
  description: 'The range of the numbers, prices, measurements, dates or times of an attribute.',
  fields: (t) => ({
    min: t.exposeString('min', { description: 'The smallest: a decimal, a date, or a time (RFC 3339).' }),
    max: t.exposeString('max', { description: 'The largest.' }),
    unit: t.exposeString('unit', { nullable: true, description: 'Unit code, of measurements.' }),
    currency: t.exposeString('currency', { nullable: true, description: 'Currency code, of prices.' }),
    buckets: t.field({
      type: [FacetBucketType],
      complexity: { field: 1, multiplier: 1 },
      description: 'Up to 12 parts of the range, in ascending order, without empty ones.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
});

export const FacetType = builder.objectRef<LocalizedFacet>('Facet').implement({
  description:
    'Counts of the matching products by the values of a field. Conditions that select values of the same field are left out.',
  extensions: { keyedList: { by: 'field', value: 'values' } } satisfies TypeExtensions,
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field as requested.' }),
    label: t.string({
      description: 'Label of the attribute, or the name of the property.',
      resolve: ({ name, labels, locale }, _args, context) =>
        labels === null ? name : resolveLabel({ code: name, labels }, { locale, fallback: true }, context),
    }),
    values: t.field({
      type: [FacetValueType],
      // Reckoned with by the field that counts them.
      complexity: { field: 1, multiplier: 1 },
      description:
        'The 100 most frequent values, most frequent first unless `order` says otherwise, and those that are selected. Products without a value are not counted. Categories include the products of categories below. Empty for fields with a `range`.',
      resolve: ({ values, of, locale }) => values.map((value) => ({ ...value, of, locale })),
    }),
    hiddenCount: t.exposeInt('hiddenCount', {
      description: 'Number of further values that matching products have.',
    }),
    range: t.field({
      type: FacetRangeType,
      nullable: true,
      description: 'Of numbers, prices, measurements, dates and times: their range; null without values.',
      resolve: ({ range }) => range,
    }),
  }),
});
