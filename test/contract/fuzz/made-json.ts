import type { JsonObject, JsonValue } from '../../../src/kernel/json.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';

/** Texts that have broken programs before. */
export const NASTY: readonly string[] = [
  ...[
    '',
    ' ',
    'a'.repeat(300),
    'x'.repeat(20_000),
    '0',
    '-1',
    'null',
    'true',
    '[]',
    '{}',
    '%',
    '%00',
    '%2F',
    '..',
  ],
  ...[
    '../../etc/passwd',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00\ud800',
    '💡',
    '👩‍👩‍👧',
    'שלום',
    'İ',
    'ß',
    'ǅ',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    "'; DROP TABLE product; --",
    '{{7*7}}',
    '=1+1',
  ],
  ...[
    '1e400',
    '9'.repeat(60),
    '0.1e-50',
    '2026-02-30',
    '2026-02-30T25:61:00Z',
    '0000-00-00',
    '10000-01-01T00:00:00Z',
  ],
  ...[
    '*',
    '%%',
    '\\',
    '_',
    '"',
    "'",
    '\n',
    '\r\nX-Injected: 1',
    '<script>alert(1)</script>',
    '(a+)+$',
    '-',
    '+',
    ',',
  ],
];
const NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 63),
  1e308,
  0.1,
  1e-9,
  25,
];

/** Words that stand for something in the catalogue, by the key that names it; `''` for all others. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** Makes JSON that mostly fits a schema. */
export interface JsonMaker {
  /** @param name key or parameter the value is for; its words are preferred */
  make(schema: JsonObject, name: string, depth?: number): JsonValue;
  text(name: string): string;
  anything(depth?: number): JsonValue;
}

/**
 * @param resolve the schema that a `$ref` names
 * @param chaos how often, from 0 to 1, a value is something else than its schema says
 */
export function createJsonMaker(
  random: SeededRandom,
  words: Words,
  resolve: (ref: string) => JsonObject,
  chaos: number,
): JsonMaker {
  const happens = (chance: number) => random.fraction() < chance;
  const all = Object.values(words).flat();
  const text = (name: string): string => {
    if (happens(chaos)) return random.pick(NASTY);
    const known = words[name];
    if (known !== undefined && known.length > 0 && happens(0.9)) return random.pick(known);
    return happens(0.5) ? random.pick(all) : `w${random.integer(0, 999)}`;
  };
  const anything = (depth = 0): JsonValue => {
    const kind = random.integer(0, depth > 3 ? 3 : 6);
    if (kind === 0) return null;
    if (kind === 1) return happens(0.5);
    if (kind === 2) return random.pick(NUMBERS);
    if (kind === 3) return random.pick(happens(0.5) ? NASTY : all);
    const size = random.integer(0, 3);
    if (kind === 4) return Array.from({ length: size }, () => anything(depth + 1));
    return Object.fromEntries(Array.from({ length: size }, () => [text(''), anything(depth + 1)]));
  };
  const make = (given: JsonObject, name: string, depth = 0): JsonValue => {
    if (happens(chaos / 4)) return anything();
    const schema =
      typeof given.$ref === 'string' ? { ...resolve(given.$ref), ...given, $ref: undefined } : given;
    const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonObject[] | undefined;
    if (choices !== undefined) return make(random.pick(choices), name, depth + 1);
    const parts = schema.allOf as readonly JsonObject[] | undefined;
    if (parts !== undefined) return Object.assign({}, ...parts.map((part) => make(part, name, depth)));
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) return random.pick(schema.enum as readonly JsonValue[]);
    const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [String(schema.type)];
    const type = random.pick(types);
    if (type === 'null') return null;
    if (type === 'boolean') return happens(0.5);
    if (type === 'integer' || type === 'number') return numberOf(schema);
    if (type === 'string') return textOf(schema, name);
    if (type === 'array') return listOf(schema, name, depth);
    if (type === 'object') return objectOf(schema, depth);
    return happens(0.5) ? text(name) : anything();
  };
  const numberOf = ({ minimum, maximum }: JsonObject): number => {
    if (happens(chaos)) return random.pick(NUMBERS);
    const least = Math.max(Number(minimum ?? 0), -100);
    return random.integer(least, Math.max(least, Math.min(Number(maximum ?? 100), least + 100)));
  };
  const textOf = ({ format, pattern }: JsonObject, name: string): string => {
    if (happens(chaos)) return random.pick(NASTY);
    if (format === 'date-time')
      return `20${random.integer(10, 40)}-0${random.integer(1, 9)}-11T10:00:00.000Z`;
    if (format === 'date') return `20${random.integer(10, 40)}-0${random.integer(1, 9)}-11`;
    if (typeof pattern === 'string' && pattern.includes('\\d'))
      return `${random.integer(0, 999)}.${random.integer(0, 99)}`;
    return text(name);
  };
  const listOf = ({ items }: JsonObject, name: string, depth: number): JsonValue => {
    const length = depth > 5 ? 0 : happens(chaos / 20) ? 600 : random.integer(0, 3);
    return Array.from({ length }, () => make((items ?? {}) as JsonObject, name, depth + 1));
  };
  const objectOf = ({ properties, required, additionalProperties }: JsonObject, depth: number): JsonValue => {
    const made: Record<string, JsonValue> = Object.create(null);
    const needed = new Set((required ?? []) as readonly string[]);
    const chance = depth > 4 ? 0.05 : depth > 1 ? 0.25 : 0.4;
    for (const [key, schema] of Object.entries((properties ?? {}) as Record<string, JsonObject>))
      if (needed.has(key) ? !happens(chaos / 6) : happens(chance)) made[key] = make(schema, key, depth + 1);
    if (typeof additionalProperties === 'object' && additionalProperties !== null && depth < 6)
      for (let count = random.integer(0, 3); count > 0; count -= 1)
        made[text('key')] = make(additionalProperties as JsonObject, 'value', depth + 1);
    if (happens(chaos / 4)) made[happens(0.5) ? text('') : random.pick(NASTY)] = anything();
    return made;
  };
  return { make, text, anything };
}
