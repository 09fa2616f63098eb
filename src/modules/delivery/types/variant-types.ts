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
import type { DeliveredProduct } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import { optionValue, type SelectedOption, valuesOfAxis, variantsWith } from '../read/variant-options.ts';
import { listOf, required, type ShopFields } from './fields.ts';
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

const variantsOfValue = (
  { family, axis, value }: VariantOptionValue,
  asked: With,
  context: DeliveryContext,
) =>
  variantsWith(
    family,
    [
      ...(asked.with ?? []).filter((one) => one.axis !== axis.name),
      { axis: axis.name, value: optionValue(value) },
    ],
    context,
  );

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
      exists: {
        type: required(GraphQLBoolean),
        description: 'Whether there is a visible variant with it and with the values of the other axes.',
        args: { with: selectedOptions },
        resolve: async (source, asked: With, context) =>
          (await variantsOfValue(source, asked, context)).length > 0,
      },
      variant: {
        type: product,
        description: 'The first visible variant with it and with the values of the other axes.',
        args: { with: selectedOptions },
        resolve: async (source, asked: With, context) =>
          (await variantsOfValue(source, asked, context))[0] ?? null,
      },
    }),
  });

/** An axis of a family. */
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
        description: 'The values that visible variants have, options in their order.',
        async resolve({ family, axis }, _args, context): Promise<readonly VariantOptionValue[]> {
          const values = await valuesOfAxis(family, axis, context);
          const found = await Promise.all(
            values.map(async (value) => {
              const option =
                axis.optionSet === null
                  ? null
                  : await context.load(optionLoader, { optionSet: axis.optionSet, code: String(value) });
              return { family, axis, value, option };
            }),
          );
          return found.sort((a, b) => (a.option?.sortOrder ?? 0) - (b.option?.sortOrder ?? 0));
        },
      },
    }),
  });
}
