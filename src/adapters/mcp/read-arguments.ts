import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import type {
  InputObjectShape,
  InputShape,
  McpTool,
  PreparedDocument,
} from '../manifest/exposed-operation.ts';
import type { ParseContext } from '../manifest/input/parse-context.ts';
import {
  assertItemsValid,
  type BatchItem,
  parseItems,
  parseObject,
  referenceItems,
} from '../manifest/input/read-object.ts';
import { batchArgumentOf } from './exposed-tool.ts';

/** The arguments of a call as the prepared document takes them. */
export interface ParsedArguments {
  readonly variables: Readonly<Record<string, unknown>>;
  /** Scopes that the parts named by `include` need besides the scope of the operation. */
  readonly scopes: readonly ScopeExpression[];
  readonly idempotencyKey: string | null;
  readonly reading: ParseContext;
  /** Items of a batch, one by one, including those that could not be read; null for tools that are no batches. */
  readonly items: readonly BatchItem[] | null;
}

/** @throws ValidationFailed naming every argument that does not fit, with what was perhaps meant */
export async function parseArguments(tool: McpTool, sent: JsonObject): Promise<ParsedArguments> {
  const { keys } = tool.arguments;
  const parsedArguments = withParsedTexts(keys, sent);
  const itemShape = itemShapeOf(tool);
  const { items: list, ...others } = parsedArguments;
  const isBatch = itemShape !== null;
  const shape = isBatch ? { ...tool.arguments, keys: without(keys, 'items') } : tool.arguments;
  const { value, reading } = parseObject(shape, isBatch ? others : parsedArguments, {}, {});
  const isLeftOut = list === undefined || list === null;
  const isOptional = keys.get('items')?.isRequired === false;
  if (isBatch && !isJsonArray(list) && !(isLeftOut && isOptional)) {
    const code = isLeftOut ? 'required' : 'wrong-type';
    reading.addProblem(
      code,
      { json: ['items'], graph: ['items'] },
      localized('object-list-required', { name: 'items' }),
    );
  }
  const problems = [...reading.problems, ...tooManyItemsError(tool, parsedArguments)];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const { idempotencyKey, ...read } = value;
  const variables = toVariables(tool, read);
  const items = await itemsOf(tool, itemShape, parsedArguments);
  if (isBatch && items !== null) variables.items = readable(items, variables.errorPolicy === 'REJECT_ALL');
  return {
    variables,
    scopes: [...tool.prepared.expansions.values()].flatMap(({ variable, scopes }) =>
      variables[variable] === true ? scopes : [],
    ),
    reading,
    items,
    idempotencyKey: typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : null,
  };
}

/** Parses arguments that a host sent as the JSON text of the list or object that the tool takes. */
function withParsedTexts(keys: InputObjectShape['keys'], rawArguments: JsonObject): JsonObject {
  const entries = Object.entries(rawArguments).map(([name, value]) => {
    const shape = keys.get(name)?.shape;
    return [name, shape === undefined || value === undefined ? value : parsedText(shape, value)];
  });
  return Object.fromEntries(entries);
}

function parsedText(shape: InputShape, value: JsonValue): JsonValue {
  const isPlain = shape.kind === 'scalar' || shape.kind === 'enum';
  if (isPlain || typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

/** Returns the items of a call; null when it has none to pair its results with. */
async function itemsOf(
  tool: McpTool,
  shape: InputObjectShape | null,
  parsedArguments: JsonObject,
): Promise<readonly BatchItem[] | null> {
  if (shape === null) return entriesOf(tool, parsedArguments);
  return isJsonArray(parsedArguments.items) ? parseItems(shape, parsedArguments.items, {}, {}) : null;
}

/** Returns the shape of the items of a batch that takes objects. */
function itemShapeOf({ prepared, arguments: { keys } }: McpTool): InputObjectShape | null {
  const shape = prepared.answer.kind === 'batch' ? keys.get('items')?.shape : undefined;
  return shape?.kind === 'list' && shape.of.kind === 'object' ? shape.of : null;
}

const without = (keys: InputObjectShape['keys'], name: string) =>
  new Map([...keys].filter(([key]) => key !== name));

function tooManyItemsError(tool: McpTool, parsedArguments: JsonObject) {
  const { maximumItems } = tool;
  const key = batchArgumentOf(tool) ?? '';
  const list = parsedArguments[key];
  if (maximumItems === null || !isJsonArray(list) || list.length <= maximumItems) return [];
  const message = localized('list-too-long', { name: key, max: maximumItems, count: list.length });
  return [fieldProblem('too-many-items', [key], message, { value: list.length })];
}

/**
 * Moves the keys that belong to `input` in the graph, and stand beside the others in JSON; parts to include become
 * switches.
 */
function toVariables(tool: McpTool, read: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { arguments: shape, inputKeys, isDryRunByDefault, prepared } = tool;
  const ofInput = new Set(
    [...shape.keys.values()].filter(({ key }) => inputKeys.has(key)).map(({ name }) => name),
  );
  const variables: Record<string, unknown> = isDryRunByDefault ? { dryRun: true } : {};
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(read)) {
    if (name === 'include' && prepared.expansions.size > 0)
      Object.assign(variables, switchesOf(prepared, value));
    else if (ofInput.has(name)) input[name] = value;
    else variables[name] = value;
  }
  if (inputKeys.size > 0) variables.input = input;
  return variables;
}

/** Returns the variables that include the named parts of a view. */
function switchesOf({ expansions }: PreparedDocument, names: unknown): Readonly<Record<string, true>> {
  const requestedNames = new Set((names ?? []) as readonly string[]);
  const included = [...expansions].filter(([name]) => requestedNames.has(name));
  return Object.fromEntries(included.map(([, { variable }]) => [variable, true]));
}

/** Returns the entries of a batch that takes plain references: each can be read. */
function entriesOf(tool: McpTool, parsedArguments: JsonObject): readonly BatchItem[] | null {
  const key = batchArgumentOf(tool);
  return key === null ? null : referenceItems(parsedArguments[key]);
}

/** Returns the values of the items that could be read. @throws ValidationFailed when one bad item rejects all */
function readable(items: readonly BatchItem[], isAllOrNothing: boolean): Record<string, unknown>[] {
  const good = items.filter(({ reading }) => reading.problems.length === 0);
  if (isAllOrNothing && good.length < items.length) assertItemsValid(items, 'items');
  return good.map(({ value }) => value);
}
