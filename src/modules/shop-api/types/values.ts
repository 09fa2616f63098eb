import { GraphQLEnumType, GraphQLInt, GraphQLObjectType, GraphQLString } from 'graphql';
import { foldKey } from '../../../kernel/codes.ts';
import { compareDecimals } from '../../../kernel/decimal.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { type Labels, labelOf } from '../../../kernel/labels.ts';
import type { Option } from '../../../platform/prisma/generated/client/client.ts';
import { isMeasurement, type Measurement, type Price, pricesOf } from '../../attribute/index.ts';
import { convert, findUnit } from '../../measurement/index.ts';
import type { Swatch } from '../../option-set/index.ts';
import type { ExposedFamily } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { nonNull, type ShopFields } from './field-modifiers.ts';
import { ImageType, loadImage } from './images.ts';
import { DecimalType } from './scalars.ts';

export const MoneyType = new GraphQLObjectType<Price, ShopContext>({
  name: 'Money',
  description: 'An amount in a currency. Amounts are never converted.',
  fields: {
    amount: { type: nonNull(DecimalType) },
    currency: { type: nonNull(GraphQLString), description: 'ISO 4217: `EUR`.' },
    formatted: {
      type: nonNull(GraphQLString),
      description: 'As people of the locale write it: `19,90 €`.',
      resolve: ({ amount, currency }, _args, { format }) => format.money(amount, currency),
    },
  } satisfies ShopFields<Price>,
});

export interface PriceRange {
  readonly min: Price;
  readonly max: Price;
}

export const PriceRangeType = new GraphQLObjectType<PriceRange, ShopContext>({
  name: 'PriceRange',
  description: 'The lowest and the highest price.',
  fields: { min: { type: nonNull(MoneyType) }, max: { type: nonNull(MoneyType) } },
});

/** Returns the prices of a value in the currencies of the storefront, in their order. */
export const pricesInStorefront = (value: JsonValue, { storefront }: ShopContext): readonly Price[] => {
  const prices = value === null ? [] : pricesOf(value);
  return storefront.currencies.flatMap(
    (currencyCode) => prices.find(({ currency }) => currency === currencyCode) ?? [],
  );
};

/** Returns the price of a value in the context's currency. */
export const priceInCurrency = (value: JsonValue, context: ShopContext): Price | null =>
  pricesInStorefront(value, context).find(({ currency }) => currency === context.currency) ?? null;

export function rangeOf(prices: readonly Price[]): PriceRange | null {
  const [first, ...rest] = prices;
  if (first === undefined) return null;
  return {
    min: rest.reduce(
      (least, price) => (compareDecimals(price.amount, least.amount) < 0 ? price : least),
      first,
    ),
    max: rest.reduce((most, price) => (compareDecimals(price.amount, most.amount) > 0 ? price : most), first),
  };
}

export const SwatchType = new GraphQLObjectType<Swatch, ShopContext>({
  name: 'Swatch',
  description: 'How an option is shown as a small picture: a color or an image.',
  fields: {
    color: { type: GraphQLString, description: 'CSS color: `#1E90FF`.' },
    image: { type: ImageType, resolve: ({ media }, _args, context) => loadImage(media, context) },
  } satisfies ShopFields<Swatch>,
});

export const OptionType = new GraphQLObjectType<Option, ShopContext>({
  name: 'Option',
  description: 'One of the values that an attribute can have.',
  fields: {
    code: { type: nonNull(GraphQLString), description: 'What filters name it by.' },
    label: {
      type: nonNull(GraphQLString),
      resolve: (option, _args, context) => optionText(option, context),
    },
    swatch: { type: SwatchType },
    position: {
      type: nonNull(GraphQLInt),
      description: 'Its order among the options.',
      resolve: ({ sortOrder }) => sortOrder,
    },
  } satisfies ShopFields<Option>,
});

export const optionText = ({ labels, code }: Option, { locales }: ShopContext): string =>
  labelOf(labels as Labels, code, locales);

/** A measurement and the family that its unit is of. */
export interface ShopMeasurement extends Measurement {
  readonly family: string;
}

export interface MeasurementTypes {
  readonly value: GraphQLObjectType<ShopMeasurement, ShopContext>;
  readonly unit: GraphQLEnumType;
}

/** Returns the types of a measurement family: `LengthMeasurement` and `LengthUnit`. */
export function measurementTypes({ typeName, unitTypeName, units }: ExposedFamily): MeasurementTypes {
  const unit = new GraphQLEnumType({
    name: unitTypeName,
    values: Object.fromEntries(units.map(({ name, code }) => [name, { value: code }])),
  });
  const value = new GraphQLObjectType<ShopMeasurement, ShopContext>({
    name: typeName,
    fields: {
      amount: { type: nonNull(DecimalType) },
      unit: { type: nonNull(unit) },
      formatted: {
        type: nonNull(GraphQLString),
        description: 'As people of the locale write it: `1,5 m`.',
        resolve: ({ amount, unit: code, family }, _args, { format, structure }) => {
          const measurementFamily = structure.families.get(foldKey(family));
          const symbol =
            measurementFamily === undefined ? undefined : findUnit(measurementFamily, code)?.symbol;
          return `${format.number(amount)} ${symbol ?? code}`;
        },
      },
    } satisfies ShopFields<ShopMeasurement>,
  });
  return { value, unit };
}

/** Returns a stored measurement in the wanted unit; in the channel's where none is wanted. */
export function toMeasurement(
  value: JsonValue,
  family: string,
  requestedUnit: string | null | undefined,
  { structure }: ShopContext,
): ShopMeasurement | null {
  const units = structure.families.get(foldKey(family));
  if (units === undefined || !isMeasurement(value)) return null;
  const unit = findUnit(units, value.unit);
  if (unit === undefined) return null;
  const target = requestedUnit ?? unit.code;
  return { amount: convert(value.amount, unit.code, target, units), unit: target, family };
}
