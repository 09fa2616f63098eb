import { GraphQLBoolean, type GraphQLObjectType, GraphQLString } from 'graphql';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { optionLoader } from '../../option-set/index.ts';
import { type DeliveredEntity, deliverEntityByCode } from '../delivered-entity.ts';
import { attributeValue, type WithValues } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import { about, listOf, type ShopField, type ShopFields } from './fields.ts';
import { FileType, ImageType, imagesAmong, loadFiles, loadImage } from './images.ts';
import { DateTimeType, DateType, DecimalType, HtmlType } from './scalars.ts';
import {
  type MeasurementTypes,
  MoneyType,
  OptionType,
  shownPrice,
  shownPrices,
  toMeasurement,
} from './values.ts';

/** The types that attributes refer to. */
export interface AttributeTypes {
  /** Returns the type of entities by its stored code. */
  entityType(code: string): GraphQLObjectType<DeliveredEntity, DeliveryContext> | undefined;
  /** Types by the stored code of the family. */
  readonly families: ReadonlyMap<string, MeasurementTypes>;
}

const codesOf = (value: JsonValue): readonly string[] =>
  value === null ? [] : (isJsonArray(value) ? value : [value]).map(String);

/** Returns the fields of an exposed attribute. Values can be missing in any product, so none is required. */
export function attributeFields(attribute: ExposedAttribute, types: AttributeTypes): ShopFields<WithValues> {
  const { code, name } = attribute;
  const read = (source: WithValues, context: DeliveryContext) => attributeValue(source, code, context);
  const field = fieldOf(attribute, types, read);
  if (field === null) return {};
  if (attribute.type !== 'price') return { [name]: field };
  return {
    [name]: field,
    [`${name}s`]: {
      type: listOf(MoneyType),
      extensions: about(2),
      resolve: (source, _args, context) => shownPrices(read(source, context), context),
    },
  };
}

function fieldOf(
  attribute: ExposedAttribute,
  types: AttributeTypes,
  read: (source: WithValues, context: DeliveryContext) => JsonValue,
): ShopField<WithValues> | null {
  const { code, optionSet } = attribute;
  const loadOption = (option: string, context: DeliveryContext) =>
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
        type: listOf(OptionType),
        extensions: about(3),
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
        resolve: (source, _args, context) => shownPrice(read(source, context), context),
      };
    case 'measurement': {
      const family = attribute.measurementFamily ?? '';
      const found = types.families.get(family);
      if (found === undefined) return null;
      return {
        type: found.value,
        args: { unit: { type: found.unit } },
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
        type: listOf(attribute.isImage ? ImageType : FileType),
        extensions: about(5),
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
      const load = async (source: WithValues, context: DeliveryContext) => {
        const codes = codesOf(read(source, context));
        const entities = await Promise.all(codes.map((one) => deliverEntityByCode(entityType, one, context)));
        return entities.filter((entity) => entity !== null);
      };
      return attribute.type === 'entity'
        ? { type, resolve: async (source, _args, context) => (await load(source, context))[0] ?? null }
        : { type: listOf(type), resolve: (source, _args, context) => load(source, context) };
    }
  }
}
