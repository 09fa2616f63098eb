import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import type { Manifest } from '../../manifest/exposed-operation.ts';
import { enumJsonValue, inputKey } from '../../manifest/names.ts';

/** Members that hold data of a catalogue, whose texts are not ours. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);

/** Names that people write in capitals everywhere, whether or not they are values of an enum. */
const NAMES: ReadonlySet<string> = new Set(
  'AVIF CSV EAN GTIN HTML JPEG JSON JSONL MPN PNG SKU UPC URL WEBP XLSX'.split(' '),
);

/**
 * Returns the same document with its descriptions in the terms of REST. Texts are written once, for the graph:
 * `upsertProducts`, `ifVersion`, DRAFT. Here they read `POST /products/batch`, `version`, `draft`; a sentence about an
 * operation that has no route is left out.
 */
export function translateToRestNames(document: JsonObject, { operations }: Manifest): JsonObject {
  const routes = new Map<string, string>();
  const withoutRoute = new Set<string>();
  for (const { name, rest, mcp } of operations) {
    for (const { operationId, method, path } of rest) routes.set(operationId, `${method} ${path}`);
    const [first] = rest;
    if (first !== undefined) routes.set(name, routes.get(name) ?? `${first.method} ${first.path}`);
    else if (mcp !== null) withoutRoute.add(name);
  }
  for (const name of routes.keys()) withoutRoute.delete(name);
  const values = enumWords(document);

  const word = (name: string) => routes.get(name) ?? inputKey(name);
  const speaksOfOthers = (sentence: string) =>
    [...sentence.matchAll(/`([a-z]+[A-Z]\w*)`/g)].some(([, name = '']) => withoutRoute.has(name));
  const translate = (text: string) =>
    text
      .split(/(?<=\.)(?=\s)/)
      .filter((sentence) => !speaksOfOthers(sentence))
      .join('')
      .replace(/`([a-z]+[A-Z]\w*)`/g, (_all, name: string) => `\`${word(name)}\``)
      .replace(/(?<![\w./-])[A-Z][A-Z_]{2,}(?![\w/-])/g, (name) =>
        values.has(enumJsonValue(name)) && !NAMES.has(name) ? enumJsonValue(name) : name,
      );
  const walk = (value: JsonValue | undefined): JsonValue | undefined => {
    if (Array.isArray(value)) return value.map((one: JsonValue) => walk(one) ?? null);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, member]) => {
        if (key === 'description' && typeof member === 'string') return [key, translate(member)];
        return [key, DATA.has(key) ? member : walk(member)];
      }),
    );
  };
  return walk(document) as JsonObject;
}

/** Returns every value of an enum that the document has. */
function enumWords(document: JsonValue): ReadonlySet<string> {
  const enumTexts = new Set<string>();
  const look = (value: JsonValue | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'enum' && Array.isArray(member)) {
        for (const one of member) if (typeof one === 'string') enumTexts.add(one);
      } else look(member);
    }
  };
  look(document);
  return enumTexts;
}
