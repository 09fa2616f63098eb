import { isJsonArray, isJsonObject, type JsonValue } from '../../kernel/json.ts';

/** Variable in the filter of an export: the time since which its last successful run may not have seen changes. */
const LAST_SUCCESS = '$last_success';
/** Its value before the first successful run. */
export const NO_SUCCESS = '1970-01-01T00:00:00.000Z';

/** Returns a filter with a timestamp in place of `$last_success`. */
export function substituteLastSuccess(filter: JsonValue, timestamp: string): JsonValue {
  if (filter === LAST_SUCCESS) return timestamp;
  if (isJsonArray(filter)) return filter.map((entry) => substituteLastSuccess(entry, timestamp));
  if (!isJsonObject(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [key, substituteLastSuccess(value ?? null, timestamp)]),
  );
}
