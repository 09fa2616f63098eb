import type { JsonObject, JsonValue } from '../../kernel/json.ts';

/** A schema in the document that its references lead into. */
export interface SchemaInDocument {
  readonly schema: JsonObject;
  readonly document: JsonObject;
}

/**
 * `sent`: input of clients, which has to be accepted still; `answered`: output that they read, which has to be there
 * still.
 */
export type Direction = 'sent' | 'answered';

/**
 * Returns the changes of the new schema that break a client that fits the old one: one sentence each. Additions are
 * no breaks: new keys, new things that are accepted, new values of an enum in a response.
 *
 * @param location name of the position in the sentences
 */
export function schemaBreakingChanges(
  old: SchemaInDocument,
  now: SchemaInDocument,
  location: string,
  direction: Direction,
): string[] {
  return compare(old, now, { location, direction, seen: new Set() });
}

interface ComparisonContext {
  readonly location: string;
  readonly direction: Direction;
  /** Pairs of references that are being compared, because schemas may contain themselves. */
  readonly seen: Set<string>;
}

function compare(
  old: SchemaInDocument,
  now: SchemaInDocument,
  { location, direction, seen }: ComparisonContext,
): string[] {
  const pair = `${old.schema.$ref} ${now.schema.$ref}`;
  if (old.schema.$ref !== undefined && now.schema.$ref !== undefined) {
    if (seen.has(pair)) return [];
    seen.add(pair);
  }
  const [before, after] = [alternativesOf(old), alternativesOf(now)];
  const [needed, offered] = direction === 'sent' ? [before, after] : [after, before];
  const lost = [...needed.keys()].filter((form) => !offered.has(form) && !offered.has('anything'));
  const messages = lost.map((form) =>
    direction === 'sent' ? `${location} takes no ${form} any more.` : `${location} can be ${form} now.`,
  );
  const pairs = [...before].flatMap(([form, schema]) => {
    const other = after.get(form);
    return other === undefined ? [] : [{ schema, other }];
  });
  return [
    ...messages,
    ...pairs.flatMap(({ schema, other }) =>
      compareForms({ ...old, schema }, { ...now, schema: other }, { location, direction, seen }),
    ),
  ];
}

/** Returns the forms that a value can have, by type: of an object, a list, a text …, or `anything`. */
function alternativesOf({ schema, document }: SchemaInDocument): ReadonlyMap<string, JsonObject> {
  const forms = new Map<string, JsonObject>();
  const add = (subschema: JsonObject): void => {
    const { $ref, ...beside } = subschema;
    const one = typeof $ref === 'string' ? { ...resolve(document, $ref), ...beside } : subschema;
    const choices = (one.anyOf ?? one.oneOf) as readonly JsonObject[] | undefined;
    if (choices !== undefined) {
      for (const choice of choices) add(choice);
      return;
    }
    const parts = one.allOf as readonly JsonObject[] | undefined;
    if (parts !== undefined) {
      add(
        Object.assign({}, ...parts.map((part) => (part.$ref ? resolve(document, String(part.$ref)) : part))),
      );
      return;
    }
    const stated =
      one.type ?? (one.properties !== undefined ? 'object' : one.enum !== undefined ? 'string' : 'anything');
    for (const type of Array.isArray(stated) ? (stated as readonly string[]) : [String(stated)])
      if (!forms.has(type)) forms.set(type, one);
  };
  add(schema);
  return forms;
}

/** Resolves a reference. @throws Error for a reference that leads nowhere */
function resolve(document: JsonObject, ref: string): JsonObject {
  const resolvedSchema = ref
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>((at, key) => (at as JsonObject | undefined)?.[key], document);
  if (resolvedSchema === undefined) throw new Error(`${ref} leads nowhere.`);
  return resolvedSchema as JsonObject;
}

function compareForms(old: SchemaInDocument, now: SchemaInDocument, comparing: ComparisonContext): string[] {
  const { location, direction } = comparing;
  return [
    ...(direction === 'sent' ? removedEnumValues(old.schema, now.schema, location) : []),
    ...compareKeys(old, now, comparing),
    ...below(old, now, 'items', `an entry of ${location}`, comparing),
    ...below(old, now, 'additionalProperties', `an entry of ${location}`, comparing),
  ];
}

function removedEnumValues(old: JsonObject, now: JsonObject, location: string): string[] {
  const [before, after] = [old.enum, now.enum] as (readonly JsonValue[] | undefined)[];
  if (after === undefined) return [];
  if (before === undefined) return [`${location} takes only ${after.join(', ')} now.`];
  return before
    .filter((word) => !after.includes(word))
    .map((word) => `${location} takes no '${word}' any more.`);
}

function compareKeys(
  old: SchemaInDocument,
  now: SchemaInDocument,
  { location, direction, seen }: ComparisonContext,
): string[] {
  const [before, after] = [old, now].map(
    ({ schema }) => (schema.properties ?? {}) as Record<string, JsonObject>,
  );
  const [needed, needs] = [old, now].map(({ schema }) => (schema.required ?? []) as readonly string[]);
  const isOpen = now.schema.additionalProperties !== false;
  const messages = Object.entries(before ?? {}).flatMap(([key, schema]) => {
    const other = after?.[key];
    const there = `'${key}' of ${location}`;
    if (other === undefined) {
      if (direction === 'sent') return isOpen ? [] : [`${there} is not taken any more.`];
      return [`${there} is gone.`];
    }
    const isRarer = direction === 'answered' && needed?.includes(key) && !needs?.includes(key);
    return [
      ...(isRarer ? [`${there} is not always there any more.`] : []),
      ...compare({ ...old, schema }, { ...now, schema: other }, { location: there, direction, seen }),
    ];
  });
  const demanded = direction === 'sent' ? (needs ?? []).filter((key) => !needed?.includes(key)) : [];
  return [...messages, ...demanded.map((key) => `'${key}' of ${location} has to be sent now.`)];
}

function below(
  old: SchemaInDocument,
  now: SchemaInDocument,
  key: 'items' | 'additionalProperties',
  location: string,
  { direction, seen }: ComparisonContext,
): string[] {
  const [schema, other] = [old.schema[key], now.schema[key]];
  if (typeof schema !== 'object' || typeof other !== 'object' || schema === null || other === null) return [];
  return compare(
    { ...old, schema: schema as JsonObject },
    { ...now, schema: other as JsonObject },
    { location, direction, seen },
  );
}
