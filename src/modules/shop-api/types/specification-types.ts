import { GraphQLObjectType, GraphQLString } from 'graphql';
import { labelOf } from '../../../kernel/labels.ts';
import { optionLoader } from '../../option-set/index.ts';
import {
  type Specification,
  type SpecificationGroup,
  specificationLabel,
  specificationText,
  valuesIn,
} from '../read/specifications.ts';
import type { ShopContext } from '../shop-context.ts';
import { estimatedItems, nonNull, nonNullList, type ShopFields } from './field-modifiers.ts';
import { ImageType, imagesAmong, loadFiles } from './images.ts';
import { HtmlType } from './scalars.ts';
import { OptionType } from './values.ts';

const SpecificationType = new GraphQLObjectType<Specification, ShopContext>({
  name: 'Specification',
  description: 'A line of a table of specifications.',
  fields: (): ShopFields<Specification> => ({
    code: {
      type: nonNull(GraphQLString),
      description: 'The field of the attribute.',
      resolve: ({ exposed }) => exposed.name,
    },
    label: {
      type: nonNull(GraphQLString),
      resolve: (source, _args, context) => specificationLabel(source, context),
    },
    text: {
      type: nonNull(GraphQLString),
      description: 'The value as people of the locale write it: `2,700 K`. Empty for files.',
      resolve: (source, _args, context) => specificationText(source, context),
    },
    html: {
      type: HtmlType,
      description: 'Of rich text.',
      resolve: ({ attribute, value }) => (attribute.type === 'rich_text' ? value : null),
    },
    options: {
      type: nonNullList(OptionType),
      extensions: estimatedItems(2),
      async resolve({ attribute, value }, _args, context) {
        const { optionSet } = attribute;
        if (optionSet === null) return [];
        const pendingOptions = valuesIn(value).map((code) =>
          context.load(optionLoader, { optionSet, code: String(code) }),
        );
        return (await Promise.all(pendingOptions)).filter((option) => option !== null);
      },
    },
    images: {
      type: nonNullList(ImageType),
      extensions: estimatedItems(2),
      resolve: async ({ attribute, value }, _args, context) =>
        attribute.type === 'media' || attribute.type === 'media_list'
          ? imagesAmong(await loadFiles(valuesIn(value), context))
          : [],
    },
  }),
});

export const SpecificationGroupType = new GraphQLObjectType<SpecificationGroup, ShopContext>({
  name: 'SpecificationGroup',
  description: 'Specifications that are shown together.',
  fields: (): ShopFields<SpecificationGroup> => ({
    code: {
      type: nonNull(GraphQLString),
      description: 'Empty for the group of those that are in none.',
      resolve: ({ group }) => group?.code ?? '',
    },
    label: {
      type: nonNull(GraphQLString),
      resolve: ({ group }, _args, { locales }) =>
        group === null ? '' : labelOf(group.labels, group.code, locales),
    },
    items: { type: nonNullList(SpecificationType), extensions: estimatedItems(6) },
  }),
});
