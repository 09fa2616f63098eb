import type { ObjectRef } from '@pothos/core';
import { builder, type PothosTypes } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { FilterFieldType } from '../search/filter-field.graphql.ts';
import {
  type CatalogDescription,
  type CatalogPart,
  describeCatalog,
  type ListedPart,
  MAXIMUM_DESCRIPTION_BYTES,
  type PartItems,
} from './describe-catalog.ts';

const CatalogPartType = builder.enumType('CatalogPart', {
  description: 'A part of the description of a catalogue.',
  values: {
    ATTRIBUTE_SETS: { value: 'attributeSets', description: 'Attribute sets: the kinds of products.' },
    ENTITY_TYPES: { value: 'entityTypes', description: 'Entity types: the kinds of what products refer to.' },
    CHANNELS: { value: 'channels', description: 'Channels. Needs `settings:read`.' },
    LOCALES: { value: 'locales', description: 'Enabled locales. Needs `settings:read`.' },
    CATEGORY_ROOTS: {
      value: 'categoryRoots',
      description: 'Roots of the category trees. Needs `products:read`.',
    },
    ASSOCIATION_TYPES: { value: 'associationTypes', description: 'Kinds of links between products.' },
    FILTERS: { value: 'filters', description: 'What products can be filtered by. Needs `products:read`.' },
  } as const,
});

/** Code and name, which all but filters have. */
const named = <Item extends { readonly code: string; readonly label: string }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, Item>,
) => ({
  code: t.string({ description: 'Its code.', resolve: ({ code }) => code }),
  label: t.string({
    description: 'Its name in the default locale; the code in brackets when it has none.',
    resolve: ({ label }) => label,
  }),
});

const AttributeSetEntry = builder.objectRef<PartItems['attributeSets']>('AttributeSetEntry').implement({
  description: 'An attribute set in the description of a catalogue.',
  fields: (t) => ({
    ...named(t),
    attributesCount: t.exposeInt('attributesCount', { description: 'The number of its attributes.' }),
    productsCount: t.exposeInt('productsCount', { description: 'The number of its products.' }),
  }),
});

const EntityTypeEntry = builder.objectRef<PartItems['entityTypes']>('EntityTypeEntry').implement({
  description: 'An entity type in the description of a catalogue.',
  fields: (t) => ({
    ...named(t),
    hierarchical: t.exposeBoolean('hierarchical', { description: 'Whether its entities stand in a tree.' }),
    entitiesCount: t.exposeInt('entitiesCount', { description: 'The number of its entities.' }),
  }),
});

const ChannelEntry = builder.objectRef<PartItems['channels']>('ChannelEntry').implement({
  description: 'A channel in the description of a catalogue.',
  fields: (t) => ({
    ...named(t),
    locales: t.stringList({
      description: 'Codes of its locales.',
      resolve: ({ locales }) => [...locales],
    }),
    currencies: t.stringList({
      description: 'Codes of its currencies.',
      resolve: ({ currencies }) => [...currencies],
    }),
    publishGuard: t.exposeString('publishGuard', {
      description: 'What a product has to fulfil before it is published in it: `none` or `complete`.',
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is in use.' }),
  }),
});

const LocaleEntry = builder.objectRef<PartItems['locales']>('LocaleEntry').implement({
  description: 'A locale in the description of a catalogue.',
  fields: (t) => ({
    ...named(t),
    fallback: t.exposeString('fallback', {
      nullable: true,
      description: 'Code of the locale whose values stand in.',
    }),
  }),
});

const CategoryRootEntry = builder.objectRef<PartItems['categoryRoots']>('CategoryRootEntry').implement({
  description: 'The root of a category tree in the description of a catalogue.',
  fields: (t) => ({
    ...named(t),
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
      ...named(t),
      twoWay: t.exposeBoolean('twoWay', { description: 'Whether its links are written on both products.' }),
      quantified: t.exposeBoolean('quantified', { description: 'Whether its links have a quantity.' }),
    }),
  });

/** Declares `<Name>` over the things of one part. */
function listOf<Item>(name: string, many: string, item: ObjectRef<PothosTypes, Item>) {
  return builder.objectRef<ListedPart<Item>>(name).implement({
    description: `How many ${many} there are, and the first of them.`,
    fields: (t) => ({
      count: t.exposeInt('count', { description: `The number of all ${many}.` }),
      items: t.field({
        type: [item],
        description: `The first ${many}, as many as there is room for; find others with \`findCodes\`.`,
        resolve: ({ items }) => [...items] as never,
      }),
    }),
  });
}

const CatalogDescriptionType = builder.objectRef<CatalogDescription>('CatalogDescription').implement({
  description: 'What there is in a catalogue.',
  fields: (t) => {
    const part = <Part extends CatalogPart>(
      key: Part,
      type: ObjectRef<PothosTypes, ListedPart<PartItems[Part]>>,
      many: string,
    ) =>
      t.field({
        type: type as never,
        nullable: true,
        description: `Its ${many}; null when they were not asked for or are \`omitted\`.`,
        resolve: (description: CatalogDescription) => (description[key] ?? null) as never,
      });
    return {
      defaultChannel: t.exposeString('defaultChannel', {
        nullable: true,
        description: 'Code of the channel that counts where none is named.',
      }),
      defaultLocale: t.exposeString('defaultLocale', {
        nullable: true,
        description: 'Code of the locale that counts where none is named.',
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
        description: 'Parts that were asked for and that the caller has no scope for.',
        resolve: ({ omitted }) => [...omitted],
      }),
    };
  },
});

builder.queryField('describeCatalog', (t) =>
  t.field({
    type: CatalogDescriptionType,
    description: `What there is in this catalogue: attribute sets, entity types, channels, locales, category trees, association types and filters, each with its number and its first codes. Start here when you do not know the catalogue; then look at one set with \`getAttributeSet\`, or find single codes with \`findCodes\`. All items together take up to ${MAXIMUM_DESCRIPTION_BYTES / 1_000} kB: \`count\` says when there are more.`,
    args: {
      include: t.arg({ type: [CatalogPartType], description: 'Only these parts; all when left out.' }),
    },
    authScopes: { holds: describeCatalog.scope },
    extensions: { ...factsOf(describeCatalog), mcp: { tool: 'describe_catalog' } },
    resolve: (_root, { include }, context) => context.read(describeCatalog, { include }),
  }),
);
