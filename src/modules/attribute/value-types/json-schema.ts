import type { JsonObject } from '../../../kernel/json.ts';
import { MAX_LIST_ITEMS, type Validation } from '../attribute-types.ts';
import type { ListedCodes, SchemaMetadata } from './value-type.ts';

/** A schema that no value fits. */
export const NEVER_SCHEMA: JsonObject = { not: {} };

/** Returns the schema of no value, where a scalar is requested. */
export function emptyScalar({ refer }: Pick<SchemaMetadata, 'refer'>): JsonObject {
  return refer('empty', () => ({ enum: [null, ''], description: 'No value.' }));
}

/** Returns the schema of one of the terms; of none when there are none. */
export function enumSchema(allowedValues: readonly string[]): JsonObject {
  return allowedValues.length === 0 ? NEVER_SCHEMA : { enum: allowedValues };
}

/**
 * Returns the schema of one of the choices by its code. More choices than are listed are only counted.
 *
 * @param many how the description calls them: `options of the set 'colors'`
 */
export function optionsSchema({ codes, total }: ListedCodes, many: string): JsonObject {
  if (total <= codes.length) return enumSchema(codes);
  const description = `Code of one of the ${total} ${many}; too many to list.`;
  return { ...codeSchema(), description };
}

/** Returns the schema of a code of an option, entity or file. */
export function codeSchema(): JsonObject {
  return { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' };
}

/** Returns the schema of a list that names each item once. */
export function listSchema(items: JsonObject, { minItems, maxItems }: Validation): JsonObject {
  return {
    type: 'array',
    items,
    uniqueItems: true,
    ...(minItems !== undefined && { minItems }),
    maxItems: maxItems ?? MAX_LIST_ITEMS,
  };
}

/** Returns a sentence like "At least 0, at most 5." */
export function joinClauses(parts: readonly string[]): string {
  const text = parts.join(', ');
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
}
