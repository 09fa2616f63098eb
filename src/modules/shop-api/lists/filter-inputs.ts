import {
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLID,
  type GraphQLInputFieldConfig,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import type { DeprecatedTypes } from '../deprecated-types.ts';
import type { ExposedAttribute, ExposedFamily } from '../exposed-catalogue.ts';
import { removedReason } from '../types/deprecated-field.ts';
import { DateTimeType, DateType, DecimalType } from '../types/scalars.ts';
import { type FilterKind, filterKindOf } from './filterable-attribute.ts';

const listOf = <Type extends GraphQLScalarType | GraphQLInputObjectType>(type: Type) =>
  new GraphQLList(new GraphQLNonNull(type));

const EXISTS: GraphQLInputFieldConfig = {
  type: GraphQLBoolean,
  description: 'Whether there is a value.',
};
const bounds = (type: GraphQLScalarType): GraphQLInputFieldConfigMap => ({
  gt: { type, description: 'Greater than.' },
  gte: { type, description: 'Greater than or equal to.' },
  lt: { type, description: 'Less than.' },
  lte: { type, description: 'Less than or equal to.' },
});

const input = (name: string, description: string, fields: GraphQLInputFieldConfigMap) =>
  new GraphQLInputObjectType({ name, description, fields });

const TextFilterType = input('TextFilter', 'Conditions on a text. Case and accents do not count.', {
  eq: { type: GraphQLString },
  in: { type: listOf(GraphQLString) },
  contains: { type: GraphQLString, description: 'At least 3 characters if it is the only condition.' },
  startsWith: { type: GraphQLString },
  exists: EXISTS,
});

const DateTimeFilterType = input('DateTimeFilter', 'Conditions on a date and time.', {
  ...bounds(DateTimeType),
  exists: EXISTS,
});

/** Returns the conditions on codes of options or entities. */
const codesFilter = (name: string, what: string) =>
  input(name, `Conditions on ${what}, by code. A code that no visible product has is an error.`, {
    in: { type: listOf(GraphQLString), description: 'At least one of them.' },
    nin: { type: listOf(GraphQLString), description: 'None of them.' },
    allOf: { type: listOf(GraphQLString), description: 'Each of them.' },
    exists: EXISTS,
  });

const FILTERS: Readonly<Record<Exclude<FilterKind, 'measurement'>, GraphQLInputType>> = {
  text: TextFilterType,
  longText: input('LongTextFilter', 'Conditions on a long text. Case and accents do not count.', {
    contains: { type: GraphQLString, description: 'At least 3 characters if it is the only condition.' },
    exists: EXISTS,
  }),
  number: input('NumberFilter', 'Conditions on a number.', {
    eq: { type: DecimalType },
    ...bounds(DecimalType),
    exists: EXISTS,
  }),
  boolean: GraphQLBoolean,
  date: input('DateFilter', 'Conditions on a day.', {
    eq: { type: DateType },
    ...bounds(DateType),
    exists: EXISTS,
  }),
  dateTime: DateTimeFilterType,
  option: codesFilter('OptionFilter', 'options'),
  entity: codesFilter('EntityFilter', 'entities'),
  money: input('MoneyFilter', "Conditions on a price in the context's currency.", {
    ...bounds(DecimalType),
    exists: EXISTS,
  }),
};

/** Returns the filter of a measurement family: `LengthFilter`. */
const measurementFilter = (name: string, unit: GraphQLEnumType) =>
  input(name, 'Conditions on a measurement, in one unit.', {
    ...bounds(DecimalType),
    exists: EXISTS,
    unit: { type: new GraphQLNonNull(unit) },
  });

/** Makes the filter of lists from the attributes that can stand in it. */
export type MakeFilterType = (
  name: string,
  attributes: readonly ExposedAttribute[],
  removed: ReturnType<DeprecatedTypes['filtersOf']>,
) => GraphQLInputObjectType;

/** @param units by stored code of their family */
export function createFilterTypes(
  families: readonly ExposedFamily[],
  units: ReadonlyMap<string, GraphQLEnumType>,
): MakeFilterType {
  const measured = new Map(
    families.flatMap(({ code, typeName }) => {
      const unit = units.get(code);
      return unit === undefined ? [] : [[code, measurementFilter(`${typeName}Filter`, unit)]];
    }),
  );
  const typeOf = (attribute: ExposedAttribute): GraphQLInputType | undefined => {
    const kind = filterKindOf(attribute);
    if (kind === 'measurement') return measured.get(attribute.measurementFamily ?? '');
    return kind === null ? undefined : FILTERS[kind];
  };
  const fieldOf = (attribute: ExposedAttribute, removedOn?: string): GraphQLInputFieldConfigMap => {
    const own = typeOf(attribute);
    if (own === undefined || PROPERTIES.has(attribute.name)) return {};
    const deprecationReason = removedOn === undefined ? undefined : removedReason(removedOn);
    return { [attribute.name]: { type: own, deprecationReason } };
  };
  return (name, attributes, removed) => {
    const type: GraphQLInputObjectType = new GraphQLInputObjectType({
      name,
      description: 'Conditions on products; all of them must hold, of a family on one and the same variant.',
      fields: () => ({
        and: { type: listOf(type) },
        or: { type: listOf(type), description: 'At least one of them.' },
        not: { type },
        sku: { type: TextFilterType },
        category: { type: GraphQLID, description: 'In the category or below it.' },
        updatedAt: { type: DateTimeFilterType },
        ...Object.assign(
          {},
          ...removed.map(({ attribute, removedOn }) => fieldOf(attribute, removedOn)),
          ...attributes.map((attribute) => fieldOf(attribute)),
        ),
      }),
    });
    return type;
  };
}

/** Fields of filters besides attributes. */
const PROPERTIES: ReadonlySet<string> = new Set(['and', 'or', 'not', 'sku', 'category', 'updatedAt']);
