import { createHash } from 'node:crypto';
import { foldKey } from '../../kernel/codes.ts';
import { trimDecimal } from '../../kernel/decimal.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { type AttributeDefinition, parseValue, type ValueTypeContext } from '../attribute/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { UniqueValue } from './product.store.ts';
import { type CellAssignment, type CellWrite, cellsOf, type Values } from './values/cells.ts';

/** One unique value at one place, without its owner. */
export type UniquePlace = Omit<UniqueValue, 'productId'>;

/** The key under which owners of unique values are known. */
export const placeKey = ({ cell, digest }: UniquePlace): string => `${cell} ${digest}`;

function placeOf(
  attribute: AttributeDefinition,
  channel: string | null,
  locale: string | null,
  value: JsonValue,
): UniquePlace {
  const parts = locale === null ? (channel === null ? [] : [channel]) : [channel ?? '', locale];
  // 1.50 and 1.5 are one number, so they are one unique value.
  const text = attribute.type === 'number' ? trimDecimal(String(value)) : JSON.stringify(value);
  return {
    cell: [attribute.code, ...parts].join('/'),
    digest: createHash('sha256').update(text).digest('hex'),
  };
}

/** The unique values that a product holds by its own cells. */
export function uniqueValuesOf(structure: CatalogueStructure, values: Values): UniquePlace[] {
  return Object.keys(values).flatMap((code) => {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute?.unique !== true) return [];
    return cellsOf(values, code).map(({ channel, locale, value }) =>
      placeOf(attribute, channel ?? null, locale ?? null, value),
    );
  });
}

/** The place that a write to a unique attribute would take; null for other attributes and for bad values. */
export function placeOfWrite(
  structure: CatalogueStructure,
  context: ValueTypeContext,
  write: CellAssignment,
): UniquePlace | null {
  const attribute = structure.attributes.get(foldKey(write.attribute));
  if (attribute?.unique !== true || write.value === null) return null;
  const channel =
    write.channel === null ? null : (structure.channels.get(foldKey(write.channel))?.code ?? null);
  const locale = write.locale === null ? null : (structure.locales.get(foldKey(write.locale)) ?? null);
  const place = { path: write.path, channel, locale, current: null, channelCurrencies: null };
  const { value } = parseValue(write.value, attribute, context, place);
  return value === undefined || value === null ? null : placeOf(attribute, channel, locale, value);
}

/** The places that a list of writes would take. */
export function placesOfWrites(
  structure: CatalogueStructure,
  context: ValueTypeContext,
  writes: readonly CellWrite[],
): UniquePlace[] {
  return writes.flatMap((write) => (write.clear ? [] : (placeOfWrite(structure, context, write) ?? [])));
}
