import { textOf } from '../../kernel/field-problem.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { Fault, ValidationFailed } from '../../kernel/refusal.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { parseJson } from '../../kernel/text/parse-json.ts';
import { unstorable } from '../../kernel/text/storable-text.ts';
import type {
  InputShape,
  PreparedDocument,
  PreparedExpansion,
  RestParameter,
} from '../manifest/exposed-operation.ts';
import { InputReading, type Where } from '../manifest/input/input-reading.ts';
import { readInput } from '../manifest/input/read-input.ts';

/** Meaning of the parameters of a request. */
export interface Asked {
  readonly variables: Record<string, unknown>;
  /** Fields of the body that the path fills, by field. */
  readonly bodyKeys: Record<string, string>;
  /** Null: all of them. */
  fields: ReadonlySet<string> | null;
  expansions: readonly PreparedExpansion[];
  isDryRun: boolean;
  isUpsert: boolean;
}

export const nothingAsked = (): Asked => ({
  variables: {},
  bodyKeys: {},
  fields: null,
  expansions: [],
  isDryRun: false,
  isUpsert: false,
});

/** Returns the values of a path, decoded. @throws Fault `invalid-parameter` for broken percent-encoding */
export function readPath(
  parameters: readonly RestParameter[],
  given: Readonly<Record<string, string>>,
  asked: Asked,
): Readonly<Record<string, string>> {
  const decoded: Record<string, string> = {};
  for (const parameter of parameters.filter((one) => one.in === 'path')) {
    const { name, purpose } = parameter;
    const text = decode(name, given[name] ?? '');
    decoded[name] = text;
    if (purpose.kind === 'body-key') asked.bodyKeys[purpose.field] = text;
    else use(parameter, fromText(parameter.shape, text, name), asked);
  }
  return decoded;
}

function decode(name: string, text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw invalid(name, localized('path-encoding-invalid', { name }));
  }
  const why = unstorable(decoded);
  if (why !== null) throw invalid(name, localized('path-unstorable', { name, why }));
  return decoded;
}

/**
 * Reads the query of a request. @throws Fault `unknown-parameter`, `invalid-parameter`; ValidationFailed within a
 * filter
 */
export function readQuery(
  parameters: readonly RestParameter[],
  query: URLSearchParams,
  prepared: PreparedDocument,
  asked: Asked,
): void {
  const known = new Map(parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]));
  const seen = new Set<string>();
  for (const [name, text] of query) {
    const parameter = known.get(name);
    if (parameter === undefined) {
      const message = localized('not-found', { kind: 'parameter', ref: name });
      throw new Fault('unknown-parameter', withSuggestions(message, suggest(name, known.keys())), {
        parameter: name,
        allowed: [...known.keys()],
      });
    }
    if (seen.has(name)) throw invalid(name, localized('parameter-twice', { name }));
    seen.add(name);
    apply(parameter, fromText(parameter.shape, text, name), prepared, asked);
  }
  const missing = parameters.find((one) => one.in === 'query' && one.isRequired && !seen.has(one.name));
  if (missing !== undefined)
    throw invalid(missing.name, localized('parameter-required', { name: missing.name }));
}

/** Returns the JSON that the text of a parameter stands for. */
function fromText(shape: InputShape, text: string, name: string): JsonValue {
  switch (shape.kind) {
    case 'object':
    case 'keyed':
      return parseJson(text, localized('request-parameter', { name }));
    case 'list':
      return text === '' ? [] : text.split(',').map((part) => fromText(shape.of, part.trim(), name));
    case 'scalar':
      if (shape.type.name === 'Boolean') {
        if (text === 'true' || text === 'false') return text === 'true';
        throw invalid(name, localized('json-boolean-required', { subject: localized('quoted', { name }) }));
      }
      if (shape.type.name === 'Int') {
        if (/^-?\d{1,9}$/.test(text)) return Number(text);
        throw invalid(name, localized('whole-number-required', { name }));
      }
      return text;
    default:
      return text;
  }
}

/** Takes the value of a parameter, or of the key that a search has in its place. */
export function apply(
  parameter: RestParameter,
  json: JsonValue,
  prepared: PreparedDocument,
  asked: Asked,
): void {
  const { purpose, name } = parameter;
  switch (purpose.kind) {
    case 'fields':
      asked.fields = new Set(readFields(listOf(json, name), prepared, asked));
      break;
    case 'expand':
      for (const word of listOf(json, name)) expand(word, name, prepared, asked);
      break;
    case 'count':
      asked.variables.with_count = json === true;
      break;
    case 'dry-run':
      asked.isDryRun = json === true;
      asked.variables.dryRun = json === true;
      break;
    case 'upsert':
      asked.isUpsert = json === true;
      break;
    default:
      use(parameter, json, asked);
  }
}

function use({ name, shape, purpose }: RestParameter, json: JsonValue, asked: Asked): void {
  if (purpose.kind !== 'variable') return;
  const reading = new InputReading();
  const value = readInput(shape, json, rootOf(name), reading);
  if (reading.problems.length > 0) {
    if (shape.kind === 'object') throw ValidationFailed.of(reading.problems);
    const [first] = reading.problems;
    throw new Fault(
      'invalid-parameter',
      first === undefined ? localized('parameter-invalid', { name }) : textOf(first),
      {
        parameter: name,
        suggestions: first?.suggestions ?? [],
      },
    );
  }
  for (const { name: variable, isFirst } of purpose.variables)
    asked.variables[variable] = isFirst ? (value as readonly unknown[])[0] : value;
}

const rootOf = (name: string): Where => ({ json: [name], graph: [name] });

function listOf(json: JsonValue, name: string): readonly string[] {
  if (isJsonArray(json) && json.every((one) => typeof one === 'string')) return json as readonly string[];
  throw invalid(name, localized('name-list-required', { name }));
}

/** Includes what is named and leaves the rest unread; the name of an expansion requests it too. */
function readFields(names: readonly string[], prepared: PreparedDocument, asked: Asked): string[] {
  const { optionalKeys, expansions } = prepared;
  const kept = names.flatMap((name) => {
    if (optionalKeys.has(name)) return [name];
    if (expansions.has(name)) {
      expand(name, 'fields', prepared, asked);
      return [];
    }
    const known = [...optionalKeys.keys(), ...expansions.keys()];
    throw invalid(
      'fields',
      withSuggestions(localized('not-found', { kind: 'key', ref: name }), suggest(name, known)),
      known,
    );
  });
  for (const [key, variable] of optionalKeys)
    if (variable !== null) asked.variables[variable] = kept.includes(key);
  return kept;
}

function expand(name: string, parameter: string, { expansions }: PreparedDocument, asked: Asked): void {
  const expansion = expansions.get(name);
  if (expansion === undefined) {
    const known = [...expansions.keys()];
    throw invalid(
      parameter,
      withSuggestions(localized('expansion-not-found', { name }), suggest(name, known)),
      known,
    );
  }
  asked.variables[expansion.variable] = true;
  asked.expansions = [...asked.expansions, expansion];
}

function invalid(parameter: string, detail: Message, allowed?: readonly string[]): Fault {
  return new Fault('invalid-parameter', detail, { parameter, ...(allowed === undefined ? {} : { allowed }) });
}
