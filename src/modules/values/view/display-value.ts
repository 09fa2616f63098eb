import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { type Labels, labelOf } from '../../../kernel/labels.ts';
import type { RequestLoaders } from '../../../platform/loader.ts';
import { type AttributeDefinition, isMeasurement, pricesOf } from '../../attribute/index.ts';
import { entityLoader } from '../../entity-reference/index.ts';
import { findUnit } from '../../measurement/index.ts';
import { optionLoader } from '../../option-set/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { entityLabel } from './entity-label.ts';
import { localizedFormat } from './localized-format.ts';
import { plainText } from './sanitize-html.ts';

/**
 * Returns a value as a short text for people, written as in the first locale: names of options and entities, "19,90 €",
 * "0,35 kg". Rich text loses its tags.
 *
 * @param locales the wanted one, then those that stand in
 */
export async function displayValue(
  attribute: AttributeDefinition,
  value: JsonValue,
  locales: readonly string[],
  structure: CatalogueStructure,
  context: RequestLoaders,
): Promise<string> {
  const format = localizedFormat(locales);
  switch (attribute.type) {
    case 'number':
      return format.number(String(value));
    case 'boolean':
      return format.boolean(value === true);
    case 'date':
      return format.date(String(value));
    case 'datetime':
      return format.dateTime(String(value));
    case 'select':
    case 'multi_select': {
      const codes = isJsonArray(value) ? value : [value];
      const labels = codes.map((code) => optionLabel(attribute, String(code), locales, context));
      return (await Promise.all(labels)).join(', ');
    }
    case 'entity':
    case 'entity_list': {
      const codes = isJsonArray(value) ? value : [value];
      const labels = codes.map((code) => entityLabelOf(attribute, String(code), locales, structure, context));
      return (await Promise.all(labels)).join(', ');
    }
    case 'price':
      return pricesOf(value)
        .map(({ amount, currency }) => format.money(amount, currency))
        .join(', ');
    case 'measurement': {
      if (!isMeasurement(value)) return String(value);
      const family = structure.families.get((attribute.measurementFamily ?? '').toLowerCase());
      const unit = family === undefined ? undefined : findUnit(family, value.unit);
      return `${format.number(value.amount)} ${unit?.symbol ?? value.unit}`;
    }
    case 'rich_text':
      return plainText(String(value));
    default:
      return isJsonArray(value) ? value.join(', ') : String(value);
  }
}

/** Returns the name of an option; its code in brackets when it is gone. */
export async function optionLabel(
  attribute: AttributeDefinition,
  code: string,
  locales: readonly string[],
  context: RequestLoaders,
): Promise<string> {
  const option = await context.load(optionLoader, { optionSet: attribute.optionSet ?? '', code });
  return option === null ? `[${code}]` : labelOf(option.labels as Labels, option.code, locales);
}

/** Returns the name of an entity that a value refers to; its code in brackets when it is gone. */
export async function entityLabelOf(
  { entityType }: AttributeDefinition,
  code: string,
  locales: readonly string[],
  structure: CatalogueStructure,
  context: RequestLoaders,
): Promise<string> {
  const entity = await context.load(entityLoader, { entityType: entityType ?? '', code });
  return entity === null ? `[${code}]` : entityLabel(entity, structure, locales);
}
