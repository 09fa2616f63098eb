import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  type GraphQLInterfaceType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { labelOf } from '../../../kernel/labels.ts';
import type { Option } from '../../../platform/prisma/generated/client/client.ts';
import { optionLoader } from '../../option-set/index.ts';
import { displayValue } from '../../values/index.ts';
import { attributeValue, type DeliveredProduct } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import {
  closestVariant,
  optionValue,
  ownOptions,
  type SelectedOption,
  valuesOfAxis,
  variantsWith,
} from '../read/variant-options.ts';
import { about, listOf, required, type ShopFields } from './fields.ts';
import { OptionType, optionText } from './values.ts';

const SelectedOptionInput = new GraphQLInputObjectType({
  name: 'SelectedOption',
  description: 'A value of an axis: `{ axis: "finish", value: "oak" }`.',
  fields: {
    axis: { type: required(GraphQLString), description: 'The code of the `VariantOption`.' },
    value: { type: required(GraphQLString), description: 'The code of its `VariantOptionValue`.' },
  },
});

export const selectedOptions = { type: new GraphQLList(required(SelectedOptionInput)) };

interface VariantOption {
  /** The product whose options were requested: the family or one of its variants. */
  readonly product: DeliveredProduct;
  readonly family: DeliveredProduct;
  readonly axis: ExposedAttribute;
}

interface VariantOptionValue extends VariantOption {
  readonly value: JsonValue;
  readonly option: Option | null;
}

interface With {
  readonly with?: readonly SelectedOption[] | null;
}

/**
 * Returns the visible variants with a value and with those of other axes; left out: those that the product itself has.
 */
function variantsOfValue(
  { product, family, axis, value }: VariantOptionValue,
  others: readonly SelectedOption[] | null | undefined,
  context: DeliveryContext,
): Promise<readonly DeliveredProduct[]> {
  const kept = (others ?? ownOptions(product, family, context)).filter((one) => one.axis !== axis.name);
  return variantsWith(family, [...kept, { axis: axis.name, value: optionValue(value) }], context);
}

const variantOptionValueType = (product: GraphQLInterfaceType) =>
  new GraphQLObjectType<VariantOptionValue, DeliveryContext>({
    name: 'VariantOptionValue',
    fields: (): ShopFields<VariantOptionValue> => ({
      code: { type: required(GraphQLString), resolve: ({ value }) => optionValue(value) },
      label: {
        type: required(GraphQLString),
        resolve({ axis, value, option }, _args, context) {
          if (option !== null) return optionText(option, context);
          const { structure, locales } = context;
          const attribute = structure.attributes.get(foldKey(axis.code));
          return attribute === undefined
            ? optionValue(value)
            : displayValue(attribute, value, locales, structure, context);
        },
      },
      option: { type: OptionType, description: 'Null for axes without options.' },
      selected: {
        type: required(GraphQLBoolean),
        description: 'Whether the variant that the options are asked of has it.',
        resolve: ({ product: own, axis, value }, _args, context) =>
          optionValue(attributeValue(own, axis.code, context)) === optionValue(value),
      },
      exists: {
        type: required(GraphQLBoolean),
        description:
          'Whether there is a visible variant with it and with these values of other axes; left out: those of the variant that the options are asked of.',
        args: { with: selectedOptions },
        resolve: async (source, asked: With, context) =>
          (await variantsOfValue(source, asked.with, context)).length > 0,
      },
      variant: {
        type: product,
        description:
          'The first visible variant with it and with these values of other axes. Left out: the first one that has most in common with the variant that the options are asked of.',
        args: { with: selectedOptions },
        async resolve(source, asked: With, context) {
          const [exact] = await variantsOfValue(source, asked.with, context);
          if (exact !== undefined || asked.with != null) return exact ?? null;
          const own = ownOptions(source.product, source.family, context);
          return closestVariant(await variantsOfValue(source, [], context), own, context);
        },
      },
    }),
  });

/** Returns an axis of a family. */
export function variantOptionType(product: GraphQLInterfaceType) {
  const valueType = variantOptionValueType(product);
  return new GraphQLObjectType<VariantOption, DeliveryContext>({
    name: 'VariantOption',
    description: 'An axis: what tells the variants of a family apart.',
    fields: (): ShopFields<VariantOption> => ({
      code: { type: required(GraphQLString), resolve: ({ axis }) => axis.name },
      label: {
        type: required(GraphQLString),
        resolve({ axis }, _args, { structure, locales }) {
          const labels = structure.attributes.get(foldKey(axis.code))?.labels ?? {};
          return labelOf(labels, axis.code, locales);
        },
      },
      values: {
        type: listOf(valueType),
        extensions: about(5),
        description: 'The values that visible variants have, options in their order.',
        async resolve(source, _args, context): Promise<readonly VariantOptionValue[]> {
          const { family, axis } = source;
          const values = await valuesOfAxis(family, axis, context);
          const found = await Promise.all(
            values.map(async (value) => {
              const option =
                axis.optionSet === null
                  ? null
                  : await context.load(optionLoader, { optionSet: axis.optionSet, code: String(value) });
              return { ...source, value, option };
            }),
          );
          return found.sort((a, b) => (a.option?.sortOrder ?? 0) - (b.option?.sortOrder ?? 0));
        },
      },
    }),
  });
}
