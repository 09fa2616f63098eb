import { GraphQLBoolean, type GraphQLObjectType, GraphQLString } from 'graphql';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { optionLoader } from '../../option-set/index.ts';
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { loadShopEntity, type ShopEntity } from '../shop-entity.ts';
import { attributeValue, type HasValues } from '../shop-product.ts';
import { estimatedItems, nonNullList, type ShopField, type ShopFields } from './field-modifiers.ts';
import { FileType, ImageType, imagesAmong, loadFiles, loadImage } from './images.ts';
import { DateTimeType, DateType, DecimalType, HtmlType } from './scalars.ts';
import {
  type MeasurementTypes,
  MoneyType,
  OptionType,
  priceInCurrency,
  pricesInStorefront,
  toMeasurement,
} from './values.ts';

/** The types that attributes refer to. */
export interface AttributeTypes {
  /** Returns the type of entities by its stored code. */
  entityType(code: string): GraphQLObjectType<ShopEntity, ShopContext> | undefined;
  /** Types by the stored code of the family. */
  readonly families: ReadonlyMap<string, MeasurementTypes>;
}

const codesOf = (value: JsonValue): readonly string[] =>
  value === null ? [] : (isJsonArray(value) ? value : [value]).map(String);

/** Returns the fields of an exposed attribute. Values can be missing in any product, so none is required. */
export function attributeFields(attribute: ExposedAttribute, types: AttributeTypes): ShopFields<HasValues> {
  const { code, name } = attribute;
  const read = (source: HasValues, context: ShopContext) => attributeValue(source, code, context);
  const field = fieldOf(attribute, types, read);
  if (field === null) return {};
  if (attribute.type !== 'price') return { [name]: field };
  return {
    [name]: field,
    [`${name}s`]: {
      type: nonNullList(MoneyType),
      extensions: estimatedItems(2),
      resolve: (source, _args, context) => pricesInStorefront(read(source, context), context),
    },
  };
}

function fieldOf(
  attribute: ExposedAttribute,
  types: AttributeTypes,
  read: (source: HasValues, context: ShopContext) => JsonValue,
): ShopField<HasValues> | null {
  const { code, optionSet } = attribute;
  const loadOption = (option: string, context: ShopContext) =>
    context.load(optionLoader, { optionSet: optionSet ?? '', code: option });
  switch (attribute.type) {
    case 'identifier':
    case 'text':
    case 'textarea':
      return { type: GraphQLString, resolve: (source, _args, context) => read(source, context) };
    case 'rich_text':
      return { type: HtmlType, resolve: (source, _args, context) => read(source, context) };
    case 'number':
      return { type: DecimalType, resolve: (source, _args, context) => read(source, context) };
    case 'boolean':
      return { type: GraphQLBoolean, resolve: (source, _args, context) => read(source, context) };
    case 'date':
      return { type: DateType, resolve: (source, _args, context) => read(source, context) };
    case 'datetime':
      return { type: DateTimeType, resolve: (source, _args, context) => read(source, context) };
    case 'select':
      return {
        type: OptionType,
        resolve(source, _args, context) {
          const value = read(source, context);
          return value === null ? null : loadOption(String(value), context);
        },
      };
    case 'multi_select':
      return {
        type: nonNullList(OptionType),
        extensions: estimatedItems(3),
        async resolve(source, _args, context) {
          const codes = codesOf(read(source, context));
          const options = await Promise.all(codes.map((one) => loadOption(one, context)));
          return options.filter((option) => option !== null);
        },
      };
    case 'price':
      return {
        type: MoneyType,
        description: 'In the currency of the context.',
        resolve: (source, _args, context) => priceInCurrency(read(source, context), context),
      };
    case 'measurement': {
      const family = attribute.measurementFamily ?? '';
      const familyType = types.families.get(family);
      if (familyType === undefined) return null;
      return {
        type: familyType.value,
        args: { unit: { type: familyType.unit } },
        resolve(source, { unit }: { readonly unit?: string | null }, context) {
          const flat = unit == null ? context.flat : context.inStoredUnits;
          return toMeasurement(attributeValue(source, code, context, flat), family, unit, context);
        },
      };
    }
    case 'media':
      return attribute.isImage
        ? { type: ImageType, resolve: (source, _args, context) => loadImage(read(source, context), context) }
        : {
            type: FileType,
            resolve: async (source, _args, context) =>
              (await loadFiles(codesOf(read(source, context)), context))[0] ?? null,
          };
    case 'media_list':
      return {
        type: nonNullList(attribute.isImage ? ImageType : FileType),
        extensions: estimatedItems(5),
        async resolve(source, _args, context) {
          const files = await loadFiles(codesOf(read(source, context)), context);
          return attribute.isImage ? imagesAmong(files) : files;
        },
      };
    case 'entity':
    case 'entity_list': {
      const entityType = attribute.entityType ?? '';
      const type = types.entityType(entityType);
      if (type === undefined) return null;
      const load = async (source: HasValues, context: ShopContext) => {
        const codes = codesOf(read(source, context));
        const entities = await Promise.all(codes.map((one) => loadShopEntity(entityType, one, context)));
        return entities.filter((entity) => entity !== null);
      };
      return attribute.type === 'entity'
        ? { type, resolve: async (source, _args, context) => (await load(source, context))[0] ?? null }
        : { type: nonNullList(type), resolve: (source, _args, context) => load(source, context) };
    }
  }
}
