import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** As deep as values are made; what lies deeper is null. */
const DEEPEST = 6;
/** Of so many values one is nothing like its schema. */
const GOOD_TO_JUNK = 14;

/**
 * Values of a JSON Schema (without references), most of them as it says, some of another kind: what clients send that
 * read the schema, and what those send that do not.
 *
 * @param words texts that mean something to who is asked
 */
export function arbitraryJson(schema: Schema, words: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  if (depth > DEEPEST) return fc.constant(null);
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(...words, 1e308, -1, 2 ** 53, 0.1, null),
  );
  return fc.oneof(
    { weight: GOOD_TO_JUNK, arbitrary: ofSchema(schema, words, depth) ?? junk },
    { weight: 1, arbitrary: junk },
  );
}

function ofSchema(schema: Schema, words: readonly string[], depth: number): fc.Arbitrary<unknown> | null {
  const below = (one: unknown) => arbitraryJson(one as Schema, words, depth + 1);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(below));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const [type] = Array.isArray(schema.type) ? schema.type : [schema.type];
  switch (type) {
    case 'string':
      return fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 30 }));
    case 'integer':
      return fc.integer({ min: -5, max: 200 });
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(below(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return ofObject(schema, words, below);
    default:
      return null;
  }
}

function ofObject(
  { properties, required, additionalProperties }: Schema,
  words: readonly string[],
  below: (schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  if (typeof additionalProperties === 'object' && additionalProperties !== null)
    return fc.dictionary(fc.constantFrom(...words), below(additionalProperties), { maxKeys: 3 });
  const keys = Object.entries((properties ?? {}) as Record<string, Schema>);
  const needed = (required ?? []) as string[];
  // Few at once, so that not every call has something wrong in it.
  return fc.subarray(keys, { maxLength: Math.min(keys.length, 4) }).chain((chosen) => {
    const used = keys.filter(([key]) => needed.includes(key) || chosen.some(([one]) => one === key));
    return fc.record(Object.fromEntries(used.map(([key, schema]) => [key, below(schema)])));
  });
}
