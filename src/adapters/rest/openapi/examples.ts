import { readFileSync } from 'node:fs';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import type { ProblemCode } from '../../../kernel/problems/problem-definitions.ts';
import { exampleProblem } from '../../../kernel/problems/problem-explanations.ts';

/** A request that was really sent, and what it was answered; ids, times and other chances have fixed values. */
export interface OperationExample {
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, string>>;
  /** Query parameters by name, as JSON. */
  readonly query?: JsonObject;
  /** Headers that belong to the operation: `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body as it was sent, with its media type. */
  readonly body?: { readonly mediaType: string; readonly content: JsonValue };
  readonly status: number;
  /** Absent for a response without content. */
  readonly answer?: { readonly mediaType: string; readonly content: JsonValue };
}

/** Everything in `schema/examples.json`. */
export interface Examples {
  /** Examples by `operationId`. */
  readonly operations: Readonly<Record<string, OperationExample>>;
  /** Bodies of problems by their code. */
  readonly problems: Readonly<Partial<Record<ProblemCode, JsonObject>>>;
}

export const NO_EXAMPLES: Examples = { operations: {}, problems: {} };

/** Returns the recorded examples of this release. @throws Error when `schema/examples.json` cannot be read */
export function readExamples(): Examples {
  const file = new URL('../../../../schema/examples.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Examples;
}

/** Address of the server in examples of problems that were not recorded. */
const EXAMPLE_SERVER = 'https://pim.example.com';

/** Problems as OpenAPI keeps examples; one that cannot be provoked is that of its page. */
export function problemExamples(slugs: Iterable<ProblemCode>, { problems }: Examples): JsonObject {
  const exampleEntries = [...new Set(slugs)].sort().map((slug) => {
    const value = problems[slug] ?? exampleProblem(slug, EXAMPLE_SERVER);
    return [slug, { summary: String(value.title), value }] as const;
  });
  return Object.fromEntries(exampleEntries);
}

/** Returns an operation of OpenAPI with its recorded example at its parameters, its body and its response. */
export function withExample(operation: JsonObject, { operations }: Examples): JsonObject {
  const example = operations[String(operation.operationId)];
  if (example === undefined) return operation;
  const { body, answer, status } = example;
  const responses = operation.responses as JsonObject;
  const response = responses[status];
  return {
    ...operation,
    parameters: (operation.parameters as readonly JsonObject[]).map((one) => parameterWith(one, example)),
    ...(body === undefined ? {} : { requestBody: contentWith(operation.requestBody, body) }),
    ...(answer === undefined ? {} : { responses: { ...responses, [status]: contentWith(response, answer) } }),
  };
}

function parameterWith(parameter: JsonObject, { path, query, headers }: OperationExample): JsonObject {
  const valuesByName = { path, query, header: headers }[String(parameter.in)];
  const value = valuesByName?.[String(parameter.name)];
  if (value === undefined) return parameter;
  const text = isJsonObject(value) ? JSON.stringify(value) : value;
  return { ...parameter, example: isNumber(parameter) ? Number(text) : text };
}

/** Paths are texts, also where they stand for numbers. */
const isNumber = ({ schema }: JsonObject) => (schema as JsonObject | undefined)?.type === 'integer';

function contentWith(
  described: JsonValue | undefined,
  { mediaType, content }: { readonly mediaType: string; readonly content: JsonValue },
): JsonObject {
  const whole = described as JsonObject;
  const media = whole.content as JsonObject;
  return {
    ...whole,
    content: {
      ...media,
      [mediaType]: { ...(media[mediaType] as JsonObject), example: inlineReferences(content) },
    },
  };
}

/** Returns the examples that are missing or superfluous: one sentence each, with the fix. */
export function findExampleErrors(document: JsonObject, { operations }: Examples): string[] {
  const described = Object.entries(document.paths as Readonly<Record<string, JsonObject>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: String((operation as JsonObject).operationId),
        route: `${method.toUpperCase()} ${path}`,
      })),
  );
  const ids = new Set(described.map(({ id }) => id));
  const missing = described.filter(({ id }) => operations[id] === undefined);
  const staleIds = Object.keys(operations).filter((id) => !ids.has(id));
  return [
    ...missing.map(
      ({ id, route }) =>
        `${id} (${route}) has no example: add a step to test/contract/support/example-tour.ts, then ${RECORD}.`,
    ),
    ...staleIds.map(
      (id) => `schema/examples.json has an example of ${id}, which is no operation: ${RECORD}.`,
    ),
  ];
}

const RECORD = 'run "npx vitest run test/contract/examples.test.ts --update" and "npm run generate"';

/**
 * Returns a JSON Schema with every `{"$ref": "#/$defs/name"}` replaced by what it refers to, so that it can stand as an
 * example in OpenAPI, where tools take any `$ref` for one of the description itself. Other JSON stays as it is.
 *
 * @throws Error for a schema that contains itself, which cannot be written out
 */
export function inlineReferences(schema: JsonValue): JsonValue {
  const definitions = isJsonObject(schema) && isJsonObject(schema.$defs) ? schema.$defs : null;
  if (definitions === null || !isJsonObject(schema)) return schema;
  const { $defs: _inlined, ...rest } = schema;
  const inline = (value: JsonValue, within: readonly string[]): JsonValue => {
    if (isJsonArray(value)) return value.map((one) => inline(one, within));
    if (!isJsonObject(value)) return value;
    const { $ref, ...others } = value;
    const own = mapValues(others, (one) => inline(one, within));
    if (typeof $ref !== 'string') return own;
    const name = $ref.slice('#/$defs/'.length);
    const definition = definitions[name];
    if (definition === undefined || within.includes(name))
      throw new Error(`'${$ref}' cannot be written out.`);
    return { ...(inline(definition, [...within, name]) as JsonObject), ...own };
  };
  return inline(rest, []);
}

const mapValues = (object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value ?? null)]));
