import { builder } from '../../../graphql/builder.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { ArgumentExtensions, FieldExtensions } from '../../../graphql/extensions.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { AttributeRef } from '../../attribute/attribute.graphql.ts';
import {
  type AttributeType,
  attributeLoader,
  isMeasurement,
  type Measurement,
  type Price,
  pricesOf,
} from '../../attribute/index.ts';
import { localeChainLoader } from '../../locale/index.ts';
import { LABEL_LOCALE } from '../../locale/labels.graphql.ts';
import { convert, findUnit } from '../../measurement/index.ts';
import { mediaLoader } from '../../media/index.ts';
import { MediaRef } from '../../media/media.graphql.ts';
import { optionLoader } from '../../option-set/index.ts';
import { OptionRef } from '../../option-set/option.graphql.ts';
import { structureLoader } from '../../structure/index.ts';
import { displayValue } from '../view/display-value.ts';
import { sanitizeHtml } from '../view/sanitize-html.ts';
import { objectNotFoundError, type ValueView } from '../view/values-view.ts';

export const ValueSourceType = builder.enumType('ValueSource', {
  description: 'Source of a value.',
  values: {
    OWN: { value: 'own', description: 'The value belongs to the product itself.' },
    INHERITED: { value: 'inherited', description: 'The value comes from a parent model.' },
    FALLBACK: { value: 'fallback', description: 'The value comes from a fallback locale.' },
  } as const,
});

/** Name of the GraphQL type that shows values of an attribute type. */
const VALUE_TYPES: Record<AttributeType, string> = {
  identifier: 'TextValue',
  text: 'TextValue',
  textarea: 'TextValue',
  rich_text: 'RichTextValue',
  number: 'NumberValue',
  boolean: 'BooleanValue',
  date: 'DateValue',
  datetime: 'DateTimeValue',
  select: 'SelectValue',
  multi_select: 'MultiSelectValue',
  price: 'PriceValue',
  measurement: 'MeasurementValue',
  media: 'MediaValue',
  media_list: 'MediaListValue',
  entity: 'EntityValue',
  entity_list: 'EntityListValue',
};

/** Values belong to products or to entities. */
const READ = { anyOf: ['products:read', 'entities:read'] } as const;

export const AttributeValueRef = builder.interfaceRef<ValueView>('AttributeValue').implement({
  description:
    'One effective value of a product or entity: of one attribute, for one channel and locale where it has them.',
  resolveType: ({ attribute }) => VALUE_TYPES[attribute.type],
  fields: (t) => ({
    attribute: t.field({
      type: AttributeRef,
      description: 'Attribute of the value.',
      resolve: async ({ attribute }, _args, context) => {
        const loadedAttribute = await context.load(attributeLoader, attribute.code);
        if (loadedAttribute === null)
          throw new Error(`Attribute ${attribute.code} vanished while it was read.`);
        return loadedAttribute;
      },
    }),
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'Channel code, if the attribute is scopable.',
    }),
    locale: t.exposeString('locale', {
      nullable: true,
      description: 'Locale code, if the attribute is localizable.',
    }),
    source: t.field({
      type: ValueSourceType,
      description: 'Source of the value.',
      resolve: ({ source }) => source,
    }),
    inSet: t.exposeBoolean('inSet', {
      description:
        'False if the attribute no longer belongs to the set. The value can then be read and cleared, but not written.',
    }),
    display: t.string({
      description:
        'Formatted value for display in the locale: "19,90 €", "0,35 kg", "01.03.2026", "Ja", labels of options and entities. Times are in UTC.',
      args: {
        locale: t.arg.string({
          description: 'Locale of labels, numbers, dates and booleans. Defaults to the default locale.',
          extensions: LABEL_LOCALE,
        }),
      },
      resolve: async ({ attribute, value }, { locale }, context) => {
        const [chain, structure] = await Promise.all([
          context.load(localeChainLoader, locale ?? ''),
          context.load(structureLoader, ''),
        ]);
        if (structure === null) throw new Error('Every organization has a structure.');
        return displayValue(attribute, value, chain ?? [], structure, context);
      },
    }),
    json: t.field({
      type: 'JSON',
      description: 'The value in the form in which it is stored and written.',
      resolve: ({ value }) => value,
    }),
  }),
});

/** Returns a type that shows values of one shape, for its payload field to be added. */
export const valueType = (name: string, description: string) => {
  const ref = builder.objectRef<ValueView>(name);
  return {
    ref,
    options: { description, interfaces: [AttributeValueRef], authScopes: { holds: READ } },
  };
};

const text = valueType('TextValue', 'A plain text.');
text.ref.implement({
  ...text.options,
  fields: (t) => ({
    text: t.string({ description: 'The text, unchanged.', resolve: ({ value }) => String(value) }),
  }),
});

const richText = valueType('RichTextValue', 'A formatted text.');
richText.ref.implement({
  ...richText.options,
  fields: (t) => ({
    html: t.string({
      description: 'HTML that is safe to put into a page; `json` has the stored text.',
      resolve: ({ value }) => sanitizeHtml(String(value)),
    }),
  }),
});

const number = valueType('NumberValue', 'A number.');
number.ref.implement({
  ...number.options,
  fields: (t) => ({
    number: t.field({
      type: 'Decimal',
      description: 'The exact number.',
      resolve: ({ value }) => String(value),
    }),
  }),
});

const boolean = valueType('BooleanValue', 'Yes or no.');
boolean.ref.implement({
  ...boolean.options,
  fields: (t) => ({
    boolean: t.boolean({ description: 'The answer.', resolve: ({ value }) => value === true }),
  }),
});

const date = valueType('DateValue', 'A calendar day.');
date.ref.implement({
  ...date.options,
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'The day.', resolve: ({ value }) => String(value) }),
  }),
});

const dateTime = valueType('DateTimeValue', 'A date and time.');
dateTime.ref.implement({
  ...dateTime.options,
  fields: (t) => ({
    dateTime: t.field({
      type: 'DateTime',
      description: 'Date and time.',
      resolve: ({ value }) => String(value),
    }),
  }),
});

async function findOption(view: ValueView, code: JsonValue, context: RequestContext) {
  const { attribute } = view;
  const option = await context.load(optionLoader, {
    optionSet: attribute.optionSet ?? '',
    code: String(code),
  });
  if (option === null) throw objectNotFoundError(view, 'option', `${attribute.optionSet}/${code}`);
  return option;
}

const select = valueType('SelectValue', 'One option of a set.');
select.ref.implement({
  ...select.options,
  fields: (t) => ({
    option: t.field({
      type: OptionRef,
      description: 'The chosen option.',
      resolve: (view, _args, context) => findOption(view, view.value, context),
    }),
  }),
});

const multiSelect = valueType('MultiSelectValue', 'Several options of a set.');
multiSelect.ref.implement({
  ...multiSelect.options,
  fields: (t) => ({
    options: t.field({
      type: [OptionRef],
      description: 'The chosen options, in the order they were written.',
      resolve: (view, _args, context) =>
        Promise.all(
          (isJsonArray(view.value) ? view.value : []).map((code) => findOption(view, code, context)),
        ),
    }),
  }),
});

async function findMedia(view: ValueView, code: JsonValue, context: RequestContext) {
  const mediaFile = await context.load(mediaLoader, String(code));
  if (mediaFile === null) throw objectNotFoundError(view, 'file', String(code));
  return mediaFile;
}

const media = valueType('MediaValue', 'A stored file.');
media.ref.implement({
  ...media.options,
  fields: (t) => ({
    media: t.field({
      type: MediaRef,
      description: 'The file.',
      resolve: (view, _args, context) => findMedia(view, view.value, context),
    }),
  }),
});

const mediaList = valueType('MediaListValue', 'Several stored files.');
mediaList.ref.implement({
  ...mediaList.options,
  fields: (t) => ({
    mediaList: t.field({
      type: [MediaRef],
      description: 'The files, in the order they were written.',
      resolve: (view, _args, context) =>
        Promise.all(
          (isJsonArray(view.value) ? view.value : []).map((code) => findMedia(view, code, context)),
        ),
    }),
  }),
});

const MoneyType = builder.objectRef<Price>('Money').implement({
  description: 'An amount in a currency.',
  authScopes: { holds: READ },
  fields: (t) => ({
    amount: t.field({ type: 'Decimal', description: 'The exact amount.', resolve: ({ amount }) => amount }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
  }),
});

const price = valueType('PriceValue', 'A price in one or more currencies.');
price.ref.implement({
  ...price.options,
  fields: (t) => ({
    prices: t.field({
      type: [MoneyType],
      description: 'One amount per currency.',
      resolve: ({ value }) => [...pricesOf(value)],
    }),
    price: t.field({
      type: MoneyType,
      nullable: true,
      description: 'The amount in one currency, or null.',
      args: {
        currency: t.arg.string({
          required: true,
          description: 'ISO 4217 code.',
          extensions: { names: 'currency' } satisfies ArgumentExtensions,
        }),
      },
      resolve: ({ value }, { currency }) =>
        pricesOf(value).find((entry) => entry.currency === currency.toUpperCase()) ?? null,
    }),
  }),
});

const MeasurementType = builder.objectRef<Measurement>('Measurement').implement({
  description: 'An amount in a unit.',
  authScopes: { holds: READ },
  fields: (t) => ({
    amount: t.field({ type: 'Decimal', description: 'The exact amount.', resolve: ({ amount }) => amount }),
    unit: t.exposeString('unit', { description: 'Code of the unit in its measurement family.' }),
  }),
});

const measurement = valueType('MeasurementValue', 'A measured value.');
measurement.ref.implement({
  ...measurement.options,
  fields: (t) => ({
    measurement: t.field({
      type: MeasurementType,
      // A page has values of several families, and one unit is of one of them.
      nullable: true,
      extensions: { isNullOnlyBesideError: true } satisfies FieldExtensions,
      description: 'The value as written, or converted into another unit of its family.',
      args: { unit: t.arg.string({ description: 'Code of the unit to convert into.' }) },
      resolve: async ({ attribute, value }, { unit }, context) => {
        if (!isMeasurement(value)) throw new Error(`The value of ${attribute.code} is no measurement.`);
        if (unit === null || unit === undefined) return value;
        const structure = await context.load(structureLoader, '');
        return convertTo(
          value,
          unit,
          structure?.families.get((attribute.measurementFamily ?? '').toLowerCase()),
        );
      },
    }),
  }),
});

function convertTo(
  value: Measurement,
  unit: string,
  family: Parameters<typeof findUnit>[0] | undefined,
): Measurement {
  const [source, target] = family === undefined ? [] : [findUnit(family, value.unit), findUnit(family, unit)];
  if (family === undefined || source === undefined || target === undefined) {
    throw new RequestError(
      'invalid-parameter',
      localized('no-unit-of-family', { unit, family: family?.code ?? '' }),
      {
        allowed: family?.units.map(({ code }) => code) ?? [],
      },
    );
  }
  return { amount: convert(value.amount, source.code, target.code, family), unit: target.code };
}
