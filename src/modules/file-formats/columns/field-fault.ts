import { z } from 'zod';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { type FieldKind, type FileField, kindOf } from './file-format.ts';

const MEMBERS = z.array(
  z.union([
    z.string(),
    z.strictObject({
      code: z.string(),
      group: z.string().nullish(),
      sort_order: z.int().min(-1_000_000_000).max(1_000_000_000).nullish(),
    }),
  ]),
);
const LEVEL = z.strictObject({
  axes: z.array(z.string()).nullish(),
  attributes: z.array(z.string()).nullish(),
});
const LAYOUTS = z.array(
  z.strictObject({
    code: z.string(),
    labels: z.record(z.string(), z.string()).nullish(),
    levels: z.array(LEVEL).nullish(),
  }),
);

/** Describes a value of each kind, as the rest of a sentence that begins with its field. */
const FORMS: Readonly<Record<FieldKind, string>> = {
  text: 'takes a text',
  integer: 'takes a whole number',
  boolean: 'takes true or false',
  list: 'takes a list of texts',
  set: 'takes a list of codes, or {"add": […], "remove": […]}',
  scalar: 'takes any value',
  members: 'takes a list of codes, or of {"code": …, "group": …, "sort_order": …}',
  layouts: 'takes a list of layouts {"code": …, "labels": {…}, "levels": [{"axes": […], "attributes": […]}]}',
};

/**
 * Returns the fault in the value of a field, as the rest of a sentence; null if there is none. A value of null always
 * clears.
 */
export function fieldFault(value: JsonValue, field: FileField): string | null {
  if (value === null) return null;
  const { keyed, words } = field;
  if (keyed !== undefined) {
    if (!isJsonObject(value)) return `is an object by ${keyed.by === 'word' ? 'key' : keyed.by}`;
    for (const [key, entry] of Object.entries(value)) {
      const fault = entry === undefined ? null : keyFault(key, entry, field);
      if (fault !== null) return fault;
    }
    return null;
  }
  if (!isOfKind(value, field.kind)) return FORMS[field.kind];
  if (words === undefined || (typeof value === 'string' && words.includes(value))) return null;
  return `is one of ${words.join(', ')}`;
}

/** Returns the fault in one key of a field; see {@link fieldFault}. */
export function keyFault(key: string, value: JsonValue, field: FileField): string | null {
  const kinds = field.keyed?.kinds;
  if (kinds !== undefined && !Object.hasOwn(kinds, key))
    return `has no '${key}', but ${Object.keys(kinds).join(', ')}`;
  const kind = kindOf(field, key);
  return value === null || isOfKind(value, kind) ? null : `with '${key}' ${FORMS[kind]}`;
}

function isOfKind(value: JsonValue, kind: FieldKind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31;
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return isTexts(value);
    case 'set':
      return isTexts(value) || isSetPatch(value);
    case 'scalar':
      return true;
    case 'members':
      return MEMBERS.safeParse(value).success;
    case 'layouts':
      return LAYOUTS.safeParse(value).success;
  }
}

/** Returns true if a value is a list of texts. */
export const isTexts = (value: JsonValue | undefined): value is readonly string[] =>
  isJsonArray(value) && value.every((entry) => typeof entry === 'string');

const isSetPatch = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  Object.entries(value).every(([key, part]) => ['set', 'add', 'remove'].includes(key) && isTexts(part));
