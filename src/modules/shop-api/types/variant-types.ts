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
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import {
  closestVariant,
  optionValue,
  type SelectedOption,
  selectedOptionsOf,
  valuesOfAxis,
  variantsWith,
} from '../read/variant-options.ts';
import type { ShopContext } from '../shop-context.ts';
import { attributeValue, type ShopProduct } from '../shop-product.ts';
import { estimatedItems, nonNull, nonNullList, type ShopFields } from './field-modifiers.ts';
import { OptionType, optionText } from './values.ts';

const SelectedOptionInput = new GraphQLInputObjectType({
  name: 'SelectedOption',
  description: 'A value of an axis: `{ axis: "finish", value: "oak" }`.',
  fields: {
    axis: { type: nonNull(GraphQLString), description: 'The code of the `VariantOption`.' },
    value: { type: nonNull(GraphQLString), description: 'The code of its `VariantOptionValue`.' },
  },
});

export const selectedOptions = { type: new GraphQLList(nonNull(SelectedOptionInput)) };

interface VariantOption {
  /** The product whose options were requested: the family or one of its variants. */
  readonly product: ShopProduct;
  readonly family: ShopProduct;
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
  context: ShopContext,
): Promise<readonly ShopProduct[]> {
  const otherOptions = (others ?? selectedOptionsOf(product, family, context)).filter(
    (one) => one.axis !== axis.name,
  );
  return variantsWith(family, [...otherOptions, { axis: axis.name, value: optionValue(value) }], context);
}

const variantOptionValueType = (product: GraphQLInterfaceType) =>
  new GraphQLObjectType<VariantOptionValue, ShopContext>({
    name: 'VariantOptionValue',
    fields: (): ShopFields<VariantOptionValue> => ({
      code: { type: nonNull(GraphQLString), resolve: ({ value }) => optionValue(value) },
      label: {
        type: nonNull(GraphQLString),
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
        type: nonNull(GraphQLBoolean),
        description: 'Whether the variant that the options are asked of has it.',
        resolve: ({ product: own, axis, value }, _args, context) =>
          optionValue(attributeValue(own, axis.code, context)) === optionValue(value),
      },
      exists: {
        type: nonNull(GraphQLBoolean),
        description:
          'Whether there is a visible variant with it and with these values of other axes; left out: those of the variant that the options are asked of.',
        args: { with: selectedOptions },
        resolve: async (source, args: With, context) =>
          (await variantsOfValue(source, args.with, context)).length > 0,
      },
      variant: {
        type: product,
        description:
          'The first visible variant with it and with these values of other axes. Left out: the first one that has most in common with the variant that the options are asked of.',
        args: { with: selectedOptions },
        async resolve(source, args: With, context) {
          const [exact] = await variantsOfValue(source, args.with, context);
          if (exact !== undefined || args.with != null) return exact ?? null;
          const own = selectedOptionsOf(source.product, source.family, context);
          return closestVariant(await variantsOfValue(source, [], context), own, context);
        },
      },
    }),
  });

/** Returns an axis of a family. */
export function variantOptionType(product: GraphQLInterfaceType) {
  const valueType = variantOptionValueType(product);
  return new GraphQLObjectType<VariantOption, ShopContext>({
    name: 'VariantOption',
    description: 'An axis: what tells the variants of a family apart.',
    fields: (): ShopFields<VariantOption> => ({
      code: { type: nonNull(GraphQLString), resolve: ({ axis }) => axis.name },
      label: {
        type: nonNull(GraphQLString),
        resolve({ axis }, _args, { structure, locales }) {
          const labels = structure.attributes.get(foldKey(axis.code))?.labels ?? {};
          return labelOf(labels, axis.code, locales);
        },
      },
      values: {
        type: nonNullList(valueType),
        extensions: estimatedItems(5),
        description: 'The values that visible variants have, options in their order.',
        async resolve(source, _args, context): Promise<readonly VariantOptionValue[]> {
          const { family, axis } = source;
          const values = await valuesOfAxis(family, axis, context);
          const optionValues = await Promise.all(
            values.map(async (value) => {
              const option =
                axis.optionSet === null
                  ? null
                  : await context.load(optionLoader, { optionSet: axis.optionSet, code: String(value) });
              return { ...source, value, option };
            }),
          );
          return optionValues.sort((a, b) => (a.option?.sortOrder ?? 0) - (b.option?.sortOrder ?? 0));
        },
      },
    }),
  });
}
