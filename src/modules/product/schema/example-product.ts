import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import {
  type AttributeDefinition,
  type ExampleMetadata,
  exampleValue,
  valueNotation,
} from '../../attribute/index.ts';
import type { CatalogueStructure, ChannelStructure, SetStructure } from '../../structure/index.ts';
import { currenciesOf, localesOf, type SchemaLookups, type SchemaScope, scopeOf } from './schema-scope.ts';

/**
 * Returns a product of a set that a write takes: the body of `POST /products` with a value for each attribute for which
 * one is known. Files are left out, because only a stored one would be valid. Its SKU is `EXAMPLE-1`.
 *
 * @param channel only values of this channel; null: values per channel for the first one
 */
export function exampleProduct(
  set: SetStructure,
  structure: CatalogueStructure,
  listed: SchemaLookups,
  channel: ChannelStructure | null = null,
): JsonObject {
  const scope = scopeOf(set, structure, channel);
  const values: Record<string, JsonValue> = {};
  for (const attribute of set.attributes) {
    const details = {
      ...listed,
      findMeasurementFamily: (code: string) => structure.families.get(foldKey(code)),
      currencies: currenciesOf(attribute, scope),
    };
    const entry = exampleEntry(attribute, scope, details);
    if (entry !== undefined) values[attribute.code] = entry;
  }
  return { sku: 'EXAMPLE-1', attribute_set: set.document.code, values };
}

/**
 * Returns the entry of an attribute in `values`: the bare value where that is enough, else one cell. Undefined when no
 * valid value is known, or when no cell can hold one.
 */
export function exampleEntry(
  attribute: AttributeDefinition,
  scope: SchemaScope,
  metadata: ExampleMetadata,
): JsonValue | undefined {
  const { localizable, scopable } = attribute;
  const localesIn = (channel: ChannelStructure | undefined) =>
    localesOf(attribute, scope.locales).filter((locale) => channel?.locales.has(locale) ?? true);
  const channel = scopable
    ? scope.channels.find((candidate) => !localizable || localesIn(candidate).length > 0)
    : undefined;
  if (scopable && channel === undefined) return undefined;
  const currencies = channel === undefined ? metadata.currencies : channel.currencies;
  const value = exampleValue(attribute, { ...metadata, currencies });
  if (value === undefined) return undefined;
  if (!localizable && !scopable) return valueNotation(attribute) === 'scalar' ? value : { value };
  const [locale] = localizable ? localesIn(channel) : [];
  if (localizable && locale === undefined) return undefined;
  return [
    {
      ...(channel !== undefined && { channel: channel.code }),
      ...(locale !== undefined && { locale }),
      value,
    },
  ];
}
