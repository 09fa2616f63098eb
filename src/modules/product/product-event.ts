import type { JsonValue } from '../../kernel/json.ts';
import { snakeCase } from '../../platform/resource/table-store.ts';
import { PRODUCT_PROPERTIES, takesPart } from '../property/index.ts';
import type { ProductRow } from './product-row.ts';

const IN_EVENTS = Object.entries(PRODUCT_PROPERTIES)
  .filter(([, { inEvents }]) => takesPart(inEvents))
  .map(([key]) => ({ key: key as keyof ProductRow, name: snakeCase(key) }));

/** What every event of a product says of it, as it is after the event, besides what changed. */
export const productEventData = (row: ProductRow): Record<string, JsonValue> =>
  Object.fromEntries(IN_EVENTS.map(({ key, name }) => [name, row[key] as JsonValue]));
