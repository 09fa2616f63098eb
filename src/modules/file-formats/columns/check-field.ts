import { z } from 'zod';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
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
const FORMS: Readonly<Record<FieldKind, Message>> = {
  text: localized('field-text'),
  integer: localized('field-integer'),
  boolean: localized('field-boolean'),
  list: localized('field-list'),
  set: localized('field-set', { form: '{"add": […], "remove": […]}' }),
  scalar: localized('field-scalar'),
  members: localized('field-members', { form: '{"code": …, "group": …, "sort_order": …}' }),
  layouts: localized('field-layouts', {
    form: '{"code": …, "labels": {…}, "levels": [{"axes": […], "attributes": […]}]}',
  }),
};

/**
 * Returns the fault in the value of a field, as the rest of a sentence; null if there is none. A value of null always
 * clears.
 */
export function checkField(value: JsonValue, field: FileField): Message | null {
  if (value === null) return null;
  const { keyed, words } = field;
  if (keyed !== undefined) {
    if (!isJsonObject(value))
      return localized('field-keyed', { kind: keyed.by === 'word' ? 'key' : keyed.by });
    for (const [key, entry] of Object.entries(value)) {
      const fault = entry === undefined ? null : checkFieldKey(key, entry, field);
      if (fault !== null) return fault;
    }
    return null;
  }
  if (!isOfKind(value, field.kind)) return FORMS[field.kind];
  if (words === undefined || (typeof value === 'string' && words.includes(value))) return null;
  return localized('field-one-of', { list: words });
}

/** Returns the fault in one key of a field; see {@link checkField}. */
export function checkFieldKey(key: string, value: JsonValue, field: FileField): Message | null {
  const kinds = field.keyed?.kinds;
  if (kinds !== undefined && !Object.hasOwn(kinds, key))
    return localized('field-without-key', { key, list: Object.keys(kinds) });
  const kind = kindOf(field, key);
  return value === null || isOfKind(value, kind)
    ? null
    : localized('field-key-refused', { key, fault: FORMS[kind] });
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
      return isStringArray(value);
    case 'set':
      return isStringArray(value) || isSetPatch(value);
    case 'scalar':
      return true;
    case 'members':
      return MEMBERS.safeParse(value).success;
    case 'layouts':
      return LAYOUTS.safeParse(value).success;
  }
}

/** Returns true if a value is a list of texts. */
export const isStringArray = (value: JsonValue | undefined): value is readonly string[] =>
  isJsonArray(value) && value.every((entry) => typeof entry === 'string');

const isSetPatch = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  Object.entries(value).every(([key, part]) => ['set', 'add', 'remove'].includes(key) && isStringArray(part));
