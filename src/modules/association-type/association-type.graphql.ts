import { builder } from '../../graphql/builder.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import {
  codeField,
  codeOf,
  productsCountFields,
  resourceNodeOptions,
  USAGE_AND_PRODUCTS_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import {
  createCodeField,
  createLabelsField,
  defineResourceSchema,
  updateLabelsField,
} from '../../graphql/resource-schema.ts';
import { defineProductsCountLoader } from '../../platform/resource/usages.ts';
import { apiNameField, apiNameInput } from '../api-name/api-name.graphql.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { associationTypeResource } from './association-type.resource.ts';

const productsLoader = defineProductsCountLoader('association_type');

const READ = 'attributes:read';

export const AssociationTypeRef = builder.prismaNode('AssociationType', {
  ...resourceNodeOptions(READ),
  description: 'A kind of link between products: cross-sell, accessory, pack.',
  extensions: {
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_AND_PRODUCTS_VIEW },
    view: `{ id code apiName label(locale: $locale) labels { locale text } twoWay quantified version createdAt
      updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...apiNameField(t, 'association_type'),
    ...labelFields(t),
    twoWay: t.exposeBoolean('twoWay', {
      description: 'Whether a link to a product also creates the reverse link.',
    }),
    quantified: t.exposeBoolean('quantified', { description: 'Whether links have a quantity.' }),
    ...usageField(t, associationTypeResource.usagesLoader, codeOf),
    ...productsCountFields(t, productsLoader, codeOf, 'Number of products with links of this type'),
    ...versionFields(t, READ),
  }),
});

export const CreateAssociationTypeInput = builder.inputType('CreateAssociationTypeInput', {
  description: 'A new association type.',
  fields: (t) => ({
    ...createCodeField(t),
    ...apiNameInput(t, 'camelCase'),
    ...createLabelsField(t),
    twoWay: t.boolean({
      description:
        'Whether a link to a product also creates the reverse link; false by default. Cannot change later.',
    }),
    quantified: t.boolean({
      description: 'Whether links have a quantity; false by default. Cannot change later.',
    }),
  }),
});

defineResourceSchema(associationTypeResource, {
  node: AssociationTypeRef,
  words: { one: 'association type', many: 'association types' },
  list: 'The association types by code.',
  unused: 'without links, that no storefront names',
  path: '/association-types',
  createInput: CreateAssociationTypeInput,
  updateInput: builder.inputType('UpdateAssociationTypeInput', {
    description: 'Changes of an association type.',
    fields: (t) => ({
      ...apiNameInput(t, 'camelCase'),
      ...updateLabelsField(t),
    }),
  }),
});
