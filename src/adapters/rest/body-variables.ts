import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { nullPrototypeObject } from '../../kernel/null-prototype-object.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type {
  InputObjectShape,
  PreparedDocument,
  RestBody,
  RestRoute,
} from '../manifest/exposed-operation.ts';
import type { ParseContext } from '../manifest/input/parse-context.ts';
import { parseObject } from '../manifest/input/read-object.ts';
import { applyParameter, type RequestOptions } from './read-parameters.ts';

/** Returns the body of a search or of another body whose keys are arguments, and what is sent of what is found. */
export function readArguments(
  body: RestBody,
  json: JsonValue,
  prepared: PreparedDocument,
  options: RequestOptions,
): ParseContext {
  const projected = new Map(body.projection.map((parameter) => [parameter.name, parameter]));
  const others = nullPrototypeObject<JsonValue | undefined>();
  const { value, reading } = parseObject(body.shape, withoutNullCursor(json), options.bodyKeys, {});
  if (!isJsonObject(json) || reading.problems.length > 0) return reading;
  for (const key of Object.keys(json)) {
    const parameter = projected.get(key);
    if (parameter !== undefined) applyParameter(parameter, json[key] ?? null, prepared, options);
    else others[key] = json[key];
  }
  for (const key of body.shape.keys.values())
    if (!projected.has(key.key) && value[key.name] !== undefined)
      options.variables[key.name] = value[key.name];
  return reading;
}

/**
 * Returns the body of a write with what the query says in its place. `dry_run` of a job, and `mode` and `error_policy` of a
 * batch, can be in either; all other parameters stand in the query alone.
 *
 * @throws ValidationFailed for a key that belongs into the query, or that differs from it
 */
export function joinedWithQuery(
  { parameters }: RestRoute,
  { shape, itemsKey }: RestBody,
  json: JsonValue,
  query: URLSearchParams,
): JsonValue {
  if (!isJsonObject(json)) return json;
  const problems: FieldProblem[] = [];
  const fromQuery: Record<string, JsonValue> = {};
  for (const { name, purpose } of parameters) {
    const text = query.get(name);
    const key = shape.keys.get(name);
    const isSame =
      purpose.kind === 'body-flag' ||
      (itemsKey === 'items' && purpose.kind === 'variable' && purpose.variables[0]?.name === key?.name);
    const isForQuery = purpose.kind === 'dry-run' || purpose.kind === 'upsert';
    if (purpose.kind === 'body-flag' && text !== null) fromQuery[name] = text === 'true';
    if (!Object.hasOwn(json, name)) continue;
    if (isForQuery && key === undefined)
      problems.push(
        fieldProblem('unknown-property', [name], localized('belongs-into-query', { parameter: name })),
      );
    else if (isSame && text !== null && String(json[name]) !== text)
      problems.push(
        fieldProblem(
          'value-not-allowed',
          [name],
          localized('differs-from-query', { parameter: name, text }),
          {
            value: json[name] ?? null,
          },
        ),
      );
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return { ...json, ...fromQuery };
}

/** The first page of a search may say so: `"search_after": null`. */
function withoutNullCursor(json: JsonValue): JsonValue {
  if (!isJsonObject(json) || json.search_after !== null) return json;
  const { search_after: _none, ...others } = json;
  return others;
}

/** Returns the shape of the items of a batch body; null for plain references. */
export function itemShape({ shape, itemsKey }: RestBody): InputObjectShape | null {
  const items = shape.keys.get(itemsKey ?? '')?.shape;
  return items?.kind === 'list' && items.of.kind === 'object' ? items.of : null;
}

/** Returns the body without its items. */
export function bodyWithoutItems(json: JsonValue, itemsKey: string): JsonObject {
  const { [itemsKey]: _items, ...others } = isJsonObject(json) ? json : {};
  return others;
}
