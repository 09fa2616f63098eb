import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { OutputKey, OutputShape, ResponseMapping } from '../manifest/exposed-operation.ts';
import type { ExposedTool } from './exposed-tool.ts';
import type { ToolResult } from './tool-result.ts';
import { jsonSizeBytes, MAX_RESULT_BYTES, truncateResult } from './truncate-result.ts';

type RunTool = (variables: Readonly<Record<string, unknown>>) => Promise<ToolResult>;

/**
 * Asks, and makes the response fit: a page gets shorter and its cursor goes on behind its last entry; of a batch those
 * stay that failed; of everything else the largest parts are left out. What is missing is named by `left_out`.
 */
export async function truncateToolResult(
  { mcp }: ExposedTool,
  variables: Readonly<Record<string, unknown>>,
  ask: RunTool,
): Promise<ToolResult> {
  const result = await ask(variables);
  if ('problem' in result || jsonSizeBytes(result.json) <= MAX_RESULT_BYTES) return result;
  const { answer, arguments: argumentsShape } = { ...mcp.prepared, arguments: mcp.arguments };
  const limit = argumentsShape.keys.get('limit');
  const shorter =
    isPage(result.json) && limit !== undefined
      ? await shortenPage(result.json, argumentsShape.keys.has('search_after'), (count) =>
          ask({ ...variables, [limit.name]: count }),
        )
      : result;
  if ('problem' in shorter) return shorter;
  const shortenedResult =
    answer.kind === 'batch' ? keepFailures(shorter.json) : { json: shorter.json, leftOut: [] };
  return { json: fitWhole(shapeOf(answer), shortenedResult.json, shortenedResult.leftOut) };
}

const isPage = ({ items, has_more: hasMore }: JsonObject) =>
  isJsonArray(items) && typeof hasMore === 'boolean';

/**
 * Returns as many entries as fit, one at least. If the list has cursors, the page is requested again to get its own.
 */
async function shortenPage(
  json: JsonObject,
  hasCursors: boolean,
  askFor: (count: number) => Promise<ToolResult>,
): Promise<ToolResult> {
  const items = json.items as readonly JsonValue[];
  let room = MAX_RESULT_BYTES - jsonSizeBytes({ ...json, items: [] });
  const tooLong = items.findIndex((item) => {
    room -= jsonSizeBytes(item) + 1;
    return room < 0;
  });
  const count = Math.max(tooLong, 1);
  if (tooLong === -1 || count === items.length) return { json };
  return hasCursors ? askFor(count) : { json: { ...json, items: items.slice(0, count), has_more: true } };
}

/** Results that went well are counted in the summary already. */
function keepFailures(json: JsonObject): { readonly json: JsonObject; readonly leftOut: readonly string[] } {
  const results = json.results as readonly JsonValue[];
  if (jsonSizeBytes(json) <= MAX_RESULT_BYTES) return { json, leftOut: [] };
  const failed = results.filter((result) => isJsonObject(result) && result.problem !== undefined);
  return failed.length === results.length
    ? { json, leftOut: [] }
    : { json: { ...json, results: failed }, leftOut: ['/results'] };
}

/** Room is kept for the names of what is left out, which are known only afterwards. */
function fitWhole(shape: OutputShape, json: JsonObject, before: readonly string[]): JsonObject {
  let limitBytes = MAX_RESULT_BYTES;
  for (;;) {
    const fitted = truncateResult(shape, json, limitBytes);
    const leftOut = [...new Set([...before, ...fitted.leftOut])];
    const whole = leftOut.length === 0 ? json : { ...fitted.json, left_out: leftOut };
    const beyond = jsonSizeBytes(whole) - MAX_RESULT_BYTES;
    if (beyond <= 0 || limitBytes <= 0) return whole;
    limitBytes -= beyond;
  }
}

/** Returns the shape of the whole response, where the API made an object around that of the graph. */
function shapeOf(mapping: ResponseMapping): OutputShape {
  switch (mapping.kind) {
    case 'page':
    case 'items':
      return objectOf(keyOf('items', { kind: 'list', of: mapping.item, hasNulls: false }));
    case 'batch':
      return objectOf(keyOf('results', { kind: 'list', of: mapping.item, hasNulls: false }));
    case 'written':
      return mapping.shape.kind === 'object'
        ? objectOf(...mapping.shape.keys, ...mapping.leaves)
        : mapping.shape;
    default:
      return mapping.shape;
  }
}

const objectOf = (...keys: readonly OutputKey[]): OutputShape => ({
  kind: 'object',
  typeName: '',
  keys,
  omitsNulls: false,
  shorthand: null,
});
const keyOf = (key: string, shape: OutputShape): OutputKey => ({
  key,
  responseKey: key,
  within: null,
  shape,
  isNullable: false,
  isAlways: true,
  omitsNull: false,
  description: '',
  jsonSchema: null,
});
