import type { ObjectRef } from '@pothos/core';
import { builder, type PothosTypes } from '../../graphql/builder.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { FilterFieldType } from '../search/filter-field.graphql.ts';
import {
  type CatalogDescription,
  type CatalogPart,
  type CatalogSection,
  describeCatalog,
  MAX_DESCRIPTION_BYTES,
  type PartItems,
} from './describe-catalog.ts';

const CatalogPartType = builder.enumType('CatalogPart', {
  description: 'A part of the description of a catalogue.',
  values: {
    ATTRIBUTE_SETS: { value: 'attributeSets', description: 'Attribute sets.' },
    ENTITY_TYPES: { value: 'entityTypes', description: 'Entity types.' },
    CHANNELS: { value: 'channels', description: 'Channels. Needs `settings:read`.' },
    LOCALES: { value: 'locales', description: 'Enabled locales. Needs `settings:read`.' },
    CATEGORY_ROOTS: {
      value: 'categoryRoots',
      description: 'Roots of the category trees. Needs `products:read`.',
    },
    ASSOCIATION_TYPES: { value: 'associationTypes', description: 'Association types.' },
    FILTERS: { value: 'filters', description: 'Fields for filters of products. Needs `products:read`.' },
  } as const,
});

/** Returns code and name, which all but filters have. */
const labelledFields = <Item extends { readonly code: string; readonly label: string }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, Item>,
) => ({
  code: t.string({ description: 'Code.', resolve: ({ code }) => code }),
  label: t.string({
    description: 'Label in the default locale; otherwise the code in brackets.',
    resolve: ({ label }) => label,
  }),
});

const AttributeSetEntry = builder.objectRef<PartItems['attributeSets']>('AttributeSetEntry').implement({
  description: 'An attribute set in the description of a catalogue.',
  fields: (t) => ({
    ...labelledFields(t),
    attributesCount: t.exposeInt('attributesCount', { description: 'The number of its attributes.' }),
    productsCount: t.exposeInt('productsCount', { description: 'The number of its products.' }),
  }),
});

const EntityTypeEntry = builder.objectRef<PartItems['entityTypes']>('EntityTypeEntry').implement({
  description: 'An entity type in the description of a catalogue.',
  fields: (t) => ({
    ...labelledFields(t),
    hierarchical: t.exposeBoolean('hierarchical', { description: 'Whether its entities form a tree.' }),
    entitiesCount: t.exposeInt('entitiesCount', { description: 'The number of its entities.' }),
  }),
});

const ChannelEntry = builder.objectRef<PartItems['channels']>('ChannelEntry').implement({
  description: 'A channel in the description of a catalogue.',
  fields: (t) => ({
    ...labelledFields(t),
    locales: t.stringList({
      description: 'Codes of its locales.',
      resolve: ({ locales }) => [...locales],
    }),
    currencies: t.stringList({
      description: 'Codes of its currencies.',
      resolve: ({ currencies }) => [...currencies],
    }),
    publishGuard: t.exposeString('publishGuard', {
      description: 'Condition that a product must meet before it is published: `none` or `complete`.',
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is in use.' }),
  }),
});

const LocaleEntry = builder.objectRef<PartItems['locales']>('LocaleEntry').implement({
  description: 'A locale in the description of a catalogue.',
  fields: (t) => ({
    ...labelledFields(t),
    fallback: t.exposeString('fallback', {
      nullable: true,
      description: 'Code of the fallback locale.',
    }),
  }),
});

const CategoryRootEntry = builder.objectRef<PartItems['categoryRoots']>('CategoryRootEntry').implement({
  description: 'The root of a category tree in the description of a catalogue.',
  fields: (t) => ({
    ...labelledFields(t),
    categoriesCount: t.exposeInt('categoriesCount', {
      description: 'The number of categories below it, at any depth.',
    }),
  }),
});

const AssociationTypeEntry = builder
  .objectRef<PartItems['associationTypes']>('AssociationTypeEntry')
  .implement({
    description: 'A kind of links in the description of a catalogue.',
    fields: (t) => ({
      ...labelledFields(t),
      twoWay: t.exposeBoolean('twoWay', { description: 'Whether its links are written on both products.' }),
      quantified: t.exposeBoolean('quantified', { description: 'Whether its links have a quantity.' }),
    }),
  });

/** Declares `<Name>` over the things of one part. */
function listOf<Item>(name: string, many: string, item: ObjectRef<PothosTypes, Item>) {
  return builder.objectRef<CatalogSection<Item>>(name).implement({
    description: `Number of ${many}, and the first of them.`,
    fields: (t) => ({
      count: t.exposeInt('count', { description: `Total number of ${many}.` }),
      items: t.field({
        type: [item],
        description: `The first ${many}, up to the size limit. Find others with \`findCodes\`.`,
        resolve: ({ items }) => [...items] as never,
      }),
    }),
  });
}

const CatalogDescriptionType = builder.objectRef<CatalogDescription>('CatalogDescription').implement({
  description: 'Overview of a catalogue.',
  fields: (t) => {
    const part = <Part extends CatalogPart>(
      key: Part,
      type: ObjectRef<PothosTypes, CatalogSection<PartItems[Part]>>,
      many: string,
    ) =>
      t.field({
        type: type as never,
        nullable: true,
        description: `Its ${many}; null if not requested or \`omitted\`.`,
        resolve: (description: CatalogDescription) => (description[key] ?? null) as never,
      });
    return {
      defaultChannel: t.exposeString('defaultChannel', {
        nullable: true,
        description: 'Code of the default channel.',
      }),
      defaultLocale: t.exposeString('defaultLocale', {
        nullable: true,
        description: 'Code of the default locale.',
      }),
      attributeSets: part(
        'attributeSets',
        listOf('AttributeSetEntries', 'attribute sets', AttributeSetEntry),
        'attribute sets',
      ),
      entityTypes: part(
        'entityTypes',
        listOf('EntityTypeEntries', 'entity types', EntityTypeEntry),
        'entity types',
      ),
      channels: part('channels', listOf('ChannelEntries', 'channels', ChannelEntry), 'channels'),
      locales: part('locales', listOf('LocaleEntries', 'enabled locales', LocaleEntry), 'enabled locales'),
      categoryRoots: part(
        'categoryRoots',
        listOf('CategoryRootEntries', 'category trees', CategoryRootEntry),
        'category trees',
      ),
      associationTypes: part(
        'associationTypes',
        listOf('AssociationTypeEntries', 'association types', AssociationTypeEntry),
        'association types',
      ),
      filters: part('filters', listOf('FilterFields', 'filters', FilterFieldType), 'filters'),
      omitted: t.field({
        type: [CatalogPartType],
        description: 'Requested parts for which the caller lacks the scope.',
        resolve: ({ omitted }) => [...omitted],
      }),
    };
  },
});

builder.queryField('describeCatalog', (t) =>
  t.field({
    type: CatalogDescriptionType,
    description: `For agents. Overview of this catalogue: attribute sets, entity types, channels, locales, category trees, association types and filters, each with its count and first codes. Start here if you do not know the catalogue. Then read one attribute set with the query \`attributeSet\` or find single codes with \`findCodes\`. The items are limited to ${MAX_DESCRIPTION_BYTES / 1_000} kB in total: compare \`count\` to see whether there are more.`,
    args: {
      include: t.arg({ type: [CatalogPartType], description: 'Only these parts. Defaults to all.' }),
    },
    authScopes: { holds: describeCatalog.scope },
    extensions: {
      ...operationExtensions(describeCatalog),
      mcp: { tool: 'describe_catalog', agentsOnly: true },
    },
    resolve: (_root, { include }, context) => context.read(describeCatalog, { include }),
  }),
);
