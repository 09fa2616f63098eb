import { type Labels, labelOf } from '../../../kernel/labels.ts';
import type { AttributeDefinition, ExampleMetadata } from '../../attribute/index.ts';
import {
  type CatalogueStructure,
  type ChannelStructure,
  fallbackOf,
  type SetStructure,
} from '../../structure/index.ts';

/** Lookups of the schema and the example of a set's products besides the configuration. */
export type SchemaLookups = Pick<ExampleMetadata, 'optionsOf' | 'entitiesOf' | 'today'>;

/** Part of the catalogue for which products are described. */
export interface SchemaScope {
  readonly structure: CatalogueStructure;
  readonly set: SetStructure;
  /** Channels that values per channel are written for. */
  readonly channels: readonly ChannelStructure[];
  /** Locales that values per locale are written in. */
  readonly locales: readonly string[];
  /** Currencies of prices that have no channel of their own. */
  readonly currencies: ReadonlySet<string>;
}

/** @param channel only this one of the structure's channels, with its locales and currencies */
export function scopeOf(
  set: SetStructure,
  structure: CatalogueStructure,
  channel: ChannelStructure | null,
): SchemaScope {
  const { defaultChannel, defaultLocale } = structure;
  const channels = channel === null ? [...structure.channels.values()] : [channel];
  return {
    structure,
    set,
    channels: first(channels, ({ code }) => code === defaultChannel),
    locales: first(channel?.locales ?? structure.locales.values(), (locale) => locale === defaultLocale),
    currencies: channel === null ? structure.currencies : channel.currencies,
  };
}

/** Returns the items with the usual one first: examples take it. */
function first<Item>(items: Iterable<Item>, isUsual: (item: Item) => boolean): Item[] {
  return [...items].sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)));
}

/** Returns the locales in which an attribute has values, of those in scope. */
export function localesOf(
  { availableLocales }: AttributeDefinition,
  locales: readonly string[],
): readonly string[] {
  return locales.filter((locale) => availableLocales?.includes(locale) ?? true);
}

/** Returns the currencies in which an attribute may have prices: its channels', where it has values per channel. */
export function currenciesOf({ scopable }: AttributeDefinition, scope: SchemaScope): ReadonlySet<string> {
  return scopable ? new Set(scope.channels.flatMap(({ currencies }) => [...currencies])) : scope.currencies;
}

/** Returns the text in the default locale or one that stands in for it; undefined when there is none. */
export function textOf(labels: Labels, structure: CatalogueStructure): string | undefined {
  const locales = new Set<string>();
  for (let locale = structure.defaultLocale; locale !== null && !locales.has(locale); ) {
    locales.add(locale);
    locale = fallbackOf(structure, locale);
  }
  const text = labelOf(labels, '', [...locales, ...Object.keys(labels).sort()]);
  return text === '[]' ? undefined : text;
}
