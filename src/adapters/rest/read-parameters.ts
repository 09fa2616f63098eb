import { RequestError, ValidationFailed } from '../../kernel/errors.ts';
import { textOf } from '../../kernel/field-problem.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { parseJson } from '../../kernel/text/parse-json.ts';
import { unstorableReason } from '../../kernel/text/storable-text.ts';
import type {
  InputShape,
  PreparedDocument,
  PreparedExpansion,
  RestParameter,
} from '../manifest/exposed-operation.ts';
import { type InputPath, ParseContext } from '../manifest/input/parse-context.ts';
import { parseInput } from '../manifest/input/read-input.ts';

/** Meaning of the parameters of a request. */
export interface RequestOptions {
  readonly variables: Record<string, unknown>;
  /** Fields of the body that the path fills, by field. */
  readonly bodyKeys: Record<string, string>;
  /** Null: all of them. */
  fields: ReadonlySet<string> | null;
  expansions: readonly PreparedExpansion[];
  isDryRun: boolean;
  isUpsert: boolean;
}

export const emptyOptions = (): RequestOptions => ({
  variables: {},
  bodyKeys: {},
  fields: null,
  expansions: [],
  isDryRun: false,
  isUpsert: false,
});

/** Returns the values of a path, decoded. @throws RequestError `invalid-parameter` for broken percent-encoding */
export function readPath(
  parameters: readonly RestParameter[],
  pathValues: Readonly<Record<string, string>>,
  options: RequestOptions,
): Readonly<Record<string, string>> {
  const decoded: Record<string, string> = {};
  for (const parameter of parameters.filter((one) => one.in === 'path')) {
    const { name, purpose } = parameter;
    const text = decode(name, pathValues[name] ?? '');
    decoded[name] = text;
    if (purpose.kind === 'body-key') options.bodyKeys[purpose.field] = text;
    else setVariables(parameter, fromText(parameter.shape, text, name), options);
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
  const why = unstorableReason(decoded);
  if (why !== null) throw invalid(name, localized('path-unstorable', { name, why }));
  return decoded;
}

/**
 * Reads the query of a request. @throws RequestError `unknown-parameter`, `invalid-parameter`; ValidationFailed within a
 * filter
 */
export function readQuery(
  parameters: readonly RestParameter[],
  query: URLSearchParams,
  prepared: PreparedDocument,
  options: RequestOptions,
): void {
  const parametersByName = new Map(
    parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]),
  );
  const seenNames = new Set<string>();
  for (const [name, text] of query) {
    const parameter = parametersByName.get(name);
    if (parameter === undefined) {
      const message = localized('not-found', { kind: 'parameter', ref: name });
      throw new RequestError(
        'unknown-parameter',
        withSuggestions(message, suggest(name, parametersByName.keys())),
        {
          parameter: name,
          allowed: [...parametersByName.keys()],
        },
      );
    }
    if (seenNames.has(name)) throw invalid(name, localized('parameter-twice', { name }));
    seenNames.add(name);
    applyParameter(parameter, fromText(parameter.shape, text, name), prepared, options);
  }
  const missing = parameters.find((one) => one.in === 'query' && one.isRequired && !seenNames.has(one.name));
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
export function applyParameter(
  parameter: RestParameter,
  json: JsonValue,
  prepared: PreparedDocument,
  options: RequestOptions,
): void {
  const { purpose, name } = parameter;
  switch (purpose.kind) {
    case 'fields':
      options.fields = new Set(readFields(listOf(json, name), prepared, options));
      break;
    case 'expand':
      for (const word of listOf(json, name)) expand(word, name, prepared, options);
      break;
    case 'count':
      options.variables.with_count = json === true;
      break;
    case 'dry-run':
      options.isDryRun = json === true;
      options.variables.dryRun = json === true;
      break;
    case 'upsert':
      options.isUpsert = json === true;
      break;
    default:
      setVariables(parameter, json, options);
  }
}

function setVariables(
  { name, shape, purpose }: RestParameter,
  json: JsonValue,
  options: RequestOptions,
): void {
  if (purpose.kind !== 'variable') return;
  const reading = new ParseContext();
  const value = parseInput(shape, json, rootOf(name), reading);
  if (reading.problems.length > 0) {
    if (shape.kind === 'object') throw ValidationFailed.of(reading.problems);
    const [first] = reading.problems;
    throw new RequestError(
      'invalid-parameter',
      first === undefined ? localized('parameter-invalid', { name }) : textOf(first),
      {
        parameter: name,
        suggestions: first?.suggestions ?? [],
      },
    );
  }
  for (const { name: variable, isFirst } of purpose.variables)
    options.variables[variable] = isFirst ? (value as readonly unknown[])[0] : value;
}

const rootOf = (name: string): InputPath => ({ json: [name], graph: [name] });

function listOf(json: JsonValue, name: string): readonly string[] {
  if (isJsonArray(json) && json.every((one) => typeof one === 'string')) return json as readonly string[];
  throw invalid(name, localized('name-list-required', { name }));
}

/** Includes what is named and leaves the rest unread; the name of an expansion requests it too. */
function readFields(names: readonly string[], prepared: PreparedDocument, options: RequestOptions): string[] {
  const { optionalKeys, expansions } = prepared;
  const selectedFields = names.flatMap((name) => {
    if (optionalKeys.has(name)) return [name];
    if (expansions.has(name)) {
      expand(name, 'fields', prepared, options);
      return [];
    }
    const availableFields = [...optionalKeys.keys(), ...expansions.keys()];
    throw invalid(
      'fields',
      withSuggestions(localized('not-found', { kind: 'key', ref: name }), suggest(name, availableFields)),
      availableFields,
    );
  });
  for (const [key, variable] of optionalKeys)
    if (variable !== null) options.variables[variable] = selectedFields.includes(key);
  return selectedFields;
}

function expand(
  name: string,
  parameter: string,
  { expansions }: PreparedDocument,
  options: RequestOptions,
): void {
  const expansion = expansions.get(name);
  if (expansion === undefined) {
    const availableExpansions = [...expansions.keys()];
    throw invalid(
      parameter,
      withSuggestions(localized('expansion-not-found', { name }), suggest(name, availableExpansions)),
      availableExpansions,
    );
  }
  options.variables[expansion.variable] = true;
  options.expansions = [...options.expansions, expansion];
}

function invalid(parameter: string, detail: Message, allowed?: readonly string[]): RequestError {
  return new RequestError('invalid-parameter', detail, {
    parameter,
    ...(allowed === undefined ? {} : { allowed }),
  });
}
