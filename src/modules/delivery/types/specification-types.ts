import { GraphQLObjectType, GraphQLString } from 'graphql';
import { labelOf } from '../../../kernel/labels.ts';
import { optionLoader } from '../../option-set/index.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import {
  type Specification,
  type SpecificationGroup,
  specificationLabel,
  specificationText,
  valuesIn,
} from '../read/specifications.ts';
import { about, listOf, required, type ShopFields } from './fields.ts';
import { ImageType, imagesAmong, loadFiles } from './images.ts';
import { HtmlType } from './scalars.ts';
import { OptionType } from './values.ts';

const SpecificationType = new GraphQLObjectType<Specification, DeliveryContext>({
  name: 'Specification',
  description: 'A line of a table of specifications.',
  fields: (): ShopFields<Specification> => ({
    code: {
      type: required(GraphQLString),
      description: 'The field of the attribute.',
      resolve: ({ exposed }) => exposed.name,
    },
    label: {
      type: required(GraphQLString),
      resolve: (source, _args, context) => specificationLabel(source, context),
    },
    text: {
      type: required(GraphQLString),
      description: 'The value as people of the locale write it: `2,700 K`. Empty for files.',
      resolve: (source, _args, context) => specificationText(source, context),
    },
    html: {
      type: HtmlType,
      description: 'Of rich text.',
      resolve: ({ attribute, value }) => (attribute.type === 'rich_text' ? value : null),
    },
    options: {
      type: listOf(OptionType),
      extensions: about(2),
      async resolve({ attribute, value }, _args, context) {
        const { optionSet } = attribute;
        if (optionSet === null) return [];
        const found = valuesIn(value).map((code) =>
          context.load(optionLoader, { optionSet, code: String(code) }),
        );
        return (await Promise.all(found)).filter((option) => option !== null);
      },
    },
    images: {
      type: listOf(ImageType),
      extensions: about(2),
      resolve: async ({ attribute, value }, _args, context) =>
        attribute.type === 'media' || attribute.type === 'media_list'
          ? imagesAmong(await loadFiles(valuesIn(value), context))
          : [],
    },
  }),
});

export const SpecificationGroupType = new GraphQLObjectType<SpecificationGroup, DeliveryContext>({
  name: 'SpecificationGroup',
  description: 'Specifications that are shown together.',
  fields: (): ShopFields<SpecificationGroup> => ({
    code: {
      type: required(GraphQLString),
      description: 'Empty for the group of those that are in none.',
      resolve: ({ group }) => group?.code ?? '',
    },
    label: {
      type: required(GraphQLString),
      resolve: ({ group }, _args, { locales }) =>
        group === null ? '' : labelOf(group.labels, group.code, locales),
    },
    items: { type: listOf(SpecificationType), extensions: about(6) },
  }),
});
