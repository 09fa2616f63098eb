import { GraphQLEnumType, GraphQLInt, GraphQLObjectType, GraphQLString } from 'graphql';
import { foldKey } from '../../../kernel/codes.ts';
import { compareDecimals } from '../../../kernel/decimal.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { type Labels, labelOf } from '../../../kernel/labels.ts';
import type { Option } from '../../../platform/prisma/generated/client/client.ts';
import { isMeasurement, type Measurement, type Price, pricesOf } from '../../attribute/index.ts';
import { convert, findUnit } from '../../measurement/index.ts';
import type { Swatch } from '../../option-set/index.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedFamily } from '../exposed-catalogue.ts';
import { required, type ShopFields } from './fields.ts';
import { ImageType, loadImage } from './images.ts';
import { DecimalType } from './scalars.ts';

export const MoneyType = new GraphQLObjectType<Price, DeliveryContext>({
  name: 'Money',
  description: 'An amount in a currency. Amounts are never converted.',
  fields: {
    amount: { type: required(DecimalType) },
    currency: { type: required(GraphQLString), description: 'ISO 4217: `EUR`.' },
    formatted: {
      type: required(GraphQLString),
      description: 'As people of the locale write it: `19,90 €`.',
      resolve: ({ amount, currency }, _args, { format }) => format.money(amount, currency),
    },
  } satisfies ShopFields<Price>,
});

export interface PriceRange {
  readonly min: Price;
  readonly max: Price;
}

export const PriceRangeType = new GraphQLObjectType<PriceRange, DeliveryContext>({
  name: 'PriceRange',
  description: 'The lowest and the highest price.',
  fields: { min: { type: required(MoneyType) }, max: { type: required(MoneyType) } },
});

/** Returns the prices of a value in the currencies of the storefront, in their order. */
export const shownPrices = (value: JsonValue, { storefront }: DeliveryContext): readonly Price[] => {
  const prices = value === null ? [] : pricesOf(value);
  return storefront.currencies.flatMap((wanted) => prices.find(({ currency }) => currency === wanted) ?? []);
};

/** Returns the price of a value in the context's currency. */
export const shownPrice = (value: JsonValue, context: DeliveryContext): Price | null =>
  shownPrices(value, context).find(({ currency }) => currency === context.currency) ?? null;

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

export const SwatchType = new GraphQLObjectType<Swatch, DeliveryContext>({
  name: 'Swatch',
  description: 'How an option is shown as a small picture: a color or an image.',
  fields: {
    color: { type: GraphQLString, description: 'CSS color: `#1E90FF`.' },
    image: { type: ImageType, resolve: ({ media }, _args, context) => loadImage(media, context) },
  } satisfies ShopFields<Swatch>,
});

export const OptionType = new GraphQLObjectType<Option, DeliveryContext>({
  name: 'Option',
  description: 'One of the values that an attribute can have.',
  fields: {
    code: { type: required(GraphQLString), description: 'What filters name it by.' },
    label: {
      type: required(GraphQLString),
      resolve: (option, _args, context) => optionText(option, context),
    },
    swatch: { type: SwatchType },
    position: {
      type: required(GraphQLInt),
      description: 'Its order among the options.',
      resolve: ({ sortOrder }) => sortOrder,
    },
  } satisfies ShopFields<Option>,
});

export const optionText = ({ labels, code }: Option, { locales }: DeliveryContext): string =>
  labelOf(labels as Labels, code, locales);

/** A measurement and the family that its unit is of. */
export interface DeliveredMeasurement extends Measurement {
  readonly family: string;
}

export interface MeasurementTypes {
  readonly value: GraphQLObjectType<DeliveredMeasurement, DeliveryContext>;
  readonly unit: GraphQLEnumType;
}

/** Returns the types of a measurement family: `LengthMeasurement` and `LengthUnit`. */
export function measurementTypes({ typeName, unitTypeName, units }: ExposedFamily): MeasurementTypes {
  const unit = new GraphQLEnumType({
    name: unitTypeName,
    values: Object.fromEntries(units.map(({ name, code }) => [name, { value: code }])),
  });
  const value = new GraphQLObjectType<DeliveredMeasurement, DeliveryContext>({
    name: typeName,
    fields: {
      amount: { type: required(DecimalType) },
      unit: { type: required(unit) },
      formatted: {
        type: required(GraphQLString),
        description: 'As people of the locale write it: `1,5 m`.',
        resolve: ({ amount, unit: code, family }, _args, { format, structure }) => {
          const found = structure.families.get(foldKey(family));
          const symbol = found === undefined ? undefined : findUnit(found, code)?.symbol;
          return `${format.number(amount)} ${symbol ?? code}`;
        },
      },
    } satisfies ShopFields<DeliveredMeasurement>,
  });
  return { value, unit };
}

/** Returns a stored measurement in the wanted unit; in the channel's where none is wanted. */
export function toMeasurement(
  value: JsonValue,
  family: string,
  wanted: string | null | undefined,
  { structure }: DeliveryContext,
): DeliveredMeasurement | null {
  const units = structure.families.get(foldKey(family));
  if (units === undefined || !isMeasurement(value)) return null;
  const unit = findUnit(units, value.unit);
  if (unit === undefined) return null;
  const target = wanted ?? unit.code;
  return { amount: convert(value.amount, unit.code, target, units), unit: target, family };
}
