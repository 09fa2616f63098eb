import { foldKey } from '../../src/kernel/codes.ts';
import type { AttributeDefinition, ExampleMetadata } from '../../src/modules/attribute/index.ts';
import { BUILT_IN_FAMILIES } from '../../src/modules/measurement/index.ts';
import type {
  CatalogueStructure,
  ChannelStructure,
  LayoutStructure,
  SetStructure,
} from '../../src/modules/structure/index.ts';
import { valueContext, valueTypeContext } from './values.ts';

interface Settings {
  readonly requirements?: Readonly<Record<string, readonly string[]>>;
  readonly layouts?: readonly LayoutStructure[];
}

/** A structure as `valueContext` has it, and in it one set `things` of the given attributes. */
export function structureOf(
  attributes: readonly AttributeDefinition[],
  { requirements = {}, layouts = [] }: Settings = {},
): { readonly structure: CatalogueStructure; readonly set: SetStructure } {
  const context = valueContext(attributes);
  const channels = [...context.channels].map(([key, channel]): [string, ChannelStructure] => {
    const { code, locales, currencies } = channel;
    const document: ChannelStructure['document'] = {
      code,
      labels: {},
      locales: [...locales],
      currencies: [...currencies],
      categoryRoot: null,
      conversionUnits: {},
      publishGuard: 'none',
      active: true,
      slugsEnabled: false,
    };
    return [key, { code, locales, currencies, document }];
  });
  const set: SetStructure = {
    document: {
      code: 'things',
      apiName: 'Things',
      labels: { en_US: 'Things' },
      description: null,
      attributes: attributes.map(({ code }, sortOrder) => ({ code, group: null, sortOrder })),
      attributeAsLabel: null,
      attributeAsImage: null,
      icon: null,
      roles: {},
      requiredAttributes: requirements,
      variantLayouts: layouts,
    },
    completenessRevision: 0,
    members: new Set(attributes.map(({ code }) => code)),
    attributes,
    displayOrder: new Map(attributes.map(({ code }, place) => [code, place])),
    layouts: new Map(layouts.map((layout) => [foldKey(layout.code), layout])),
    requirements: new Map(Object.entries(requirements)),
  };
  const structure: CatalogueStructure = {
    revision: 1,
    attributes: context.attributes,
    displayOrder: set.displayOrder,
    sets: new Map([['things', set]]),
    entityTypes: new Map(),
    channels: new Map(channels),
    locales: context.locales,
    fallbacks: new Map(),
    currencies: context.currencies,
    allCurrencies: new Map([...context.currencies].map((code) => [foldKey(code), code])),
    families: new Map(BUILT_IN_FAMILIES.map((family) => [foldKey(family.code), family])),
    associationTypes: new Map(),
    defaultChannel: 'ecommerce',
    defaultLocale: 'en_US',
  };
  return { structure, set };
}

/** The active options and entities of `valueTypeContext`; with `limit` only so many are listed. */
export function listedMetadata(limit = 100): Pick<ExampleMetadata, 'optionsOf' | 'entitiesOf' | 'today'> {
  const { optionLabels: optionWords, entityCodes, today } = valueTypeContext();
  const choices = (codes: readonly string[]) => ({ codes: codes.slice(0, limit), total: codes.length });
  return {
    optionsOf: (optionSet) => choices([...optionWords(optionSet)].map(([, code]) => code)),
    entitiesOf: (entityType) => choices([...(entityCodes?.(entityType) ?? [])]),
    today,
  };
}
