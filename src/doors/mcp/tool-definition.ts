import type { Tool } from '@modelcontextprotocol/server';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { answerOf } from '../manifest/answer-schema.ts';
import type { Answer, AnswerShape, Manifest, McpTool } from '../manifest/exposed-operation.ts';
import { inputObjectSchema, type JsonSchema, orNull } from '../manifest/json-schema.ts';
import { scopeText } from '../manifest/scope-text.ts';
import { type ExposedTool, exposedTools, listKeyOf } from './exposed-tool.ts';
import { createInlineShelf } from './inline-shelf.ts';
import { createToolWords, type ToolWords } from './tool-words.ts';

const TEXT: JsonSchema = { type: 'string' };
const TEXTS: JsonSchema = { type: 'array', items: TEXT };
const TEXT_OR_NULL = orNull(TEXT);

/** What is wrong with one field, within a batch that went on without its item. */
const FIELD_PROBLEM: JsonSchema = {
  type: 'object',
  properties: {
    code: { ...TEXT, description: 'What it is, for programs.' },
    pointer: { ...TEXT, description: 'JSON Pointer into the item.' },
    message: { ...TEXT, description: 'What was found and what was expected.' },
    hint: { ...TEXT, description: 'How to fix it.' },
    look_up: {
      type: 'object',
      description: 'A call that returns the allowed values.',
      properties: { tool: TEXT, arguments: { type: 'object' } },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    },
    attribute: TEXT_OR_NULL,
    channel: TEXT_OR_NULL,
    locale: TEXT_OR_NULL,
    value: { description: 'What was refused.' },
    suggestions: { ...TEXTS, description: 'Suggested values.' },
  },
  required: ['code', 'pointer', 'message', 'hint', 'suggestions'],
  additionalProperties: false,
};
const ITEM_PROBLEM: JsonSchema = {
  type: 'object',
  properties: { code: TEXT, title: TEXT, detail: TEXT, hint: { ...TEXT, description: 'How to fix it.' } },
  required: ['code', 'title', 'detail', 'hint'],
};

/** What all tools say of themselves: the answer to `tools/list`. The same manifest gives the same bytes. */
export function toolDefinitions(manifest: Manifest): readonly Tool[] {
  const tools = exposedTools(manifest);
  const words = createToolWords(tools);
  return tools.map((tool) => toolDefinition(tool, words));
}

function toolDefinition(tool: ExposedTool, words: ToolWords): Tool {
  const { operation, mcp } = tool;
  const { effect, retry } = operation;
  const described = withDescribed(inputObjectSchema(mcp.arguments, createInlineShelf()), mcp);
  const inputSchema = withMaximum(described, mcp);
  return {
    name: mcp.tool,
    title: titleOf(mcp.tool),
    description: words(descriptionOf(tool)),
    inputSchema: inWords(inputSchema, words) as Tool['inputSchema'],
    outputSchema: inWords(outputSchema(tool), words) as NonNullable<Tool['outputSchema']>,
    annotations: {
      title: titleOf(mcp.tool),
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      idempotentHint: effect === 'read' || retry === 'safe',
      // Nothing but this catalogue is read or written.
      openWorldHint: false,
    },
  };
}

/** What the field says of itself, and what a caller has to know of the tool besides. */
function descriptionOf({ operation, mcp }: ExposedTool): string {
  const { deprecation } = operation;
  return [
    operation.description,
    mcp.isDryRunByDefault ? 'It only tries until you say `dry_run: false`.' : '',
    `Needs ${scopeText(operation.scope)}.`,
    deprecation === null ? '' : `Ends on ${deprecation.sunset}: ${deprecation.reason}`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const titleOf = (tool: string) => `${tool[0]?.toUpperCase()}${tool.slice(1).replaceAll('_', ' ')}`;

/** Arguments whose form another tool has: objects with nothing but their description. */
function withDescribed(schema: JsonSchema, { described }: McpTool): JsonSchema {
  if (described.size === 0 || !isJsonObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([key, one]) => [
    key,
    described.has(key) && isJsonObject(one) ? { type: 'object', description: one.description ?? '' } : one,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as JsonObject };
}

/** The list that a batch takes, with its most entries. */
function withMaximum(schema: JsonSchema, tool: McpTool): JsonSchema {
  const key = listKeyOf(tool);
  const list = key !== null && isJsonObject(schema.properties) ? schema.properties[key] : undefined;
  if (key === null || tool.maximumItems === null || !isJsonObject(list)) return schema;
  const maxItems = tool.maximumItems;
  const description = String(list.description ?? '').replace(/^Up to \d+/, `Up to ${maxItems}`);
  return {
    ...schema,
    properties: { ...(schema.properties as JsonObject), [key]: { ...list, maxItems, description } },
  };
}

/** The answer of the operation, and what the door adds to it. */
function outputSchema({ operation, mcp }: ExposedTool): JsonSchema {
  const { answer, guarded } = mcp.prepared;
  const problems = { field: FIELD_PROBLEM, item: ITEM_PROBLEM };
  const own = answerOf(alwaysWhole(answer, guarded?.keys ?? new Set()), createInlineShelf(), problems);
  const { properties, required } = own as { properties: JsonObject; required?: readonly string[] };
  const added = addedKeys(answer, mcp.arguments.keys.has('dry_run'));
  return {
    ...own,
    properties: {
      ...properties,
      ...added,
      ...(operation.retry === 'with-key' ? { idempotency_replayed: REPLAYED } : {}),
      left_out: LEFT_OUT,
    },
    required: [...new Set([...(required ?? []), ...Object.keys(added)])],
  };
}

const REPLAYED: JsonSchema = {
  type: 'boolean',
  description:
    'True if an earlier call with this `idempotency_key` did the work and this call changed nothing.',
};
const LEFT_OUT: JsonSchema = {
  ...TEXTS,
  description:
    'Only if the response would exceed 25 kB: JSON Pointers to values that were removed or shortened.',
};

/** What the door says of a write beside its answer. */
function addedKeys(answer: Answer, hasDryRun: boolean): JsonObject {
  const outcome = {
    type: 'string',
    enum: ['created', 'updated', 'unchanged'],
    description: 'Outcome of the write.',
  };
  const dryRun = { type: 'boolean', description: 'True if this was a dry run and nothing was stored.' };
  const isWritten = answer.kind === 'written' && answer.hasOutcome;
  return { ...(isWritten ? { outcome } : {}), ...(hasDryRun ? { dry_run: dryRun } : {}) };
}

/** No tool lets its caller choose keys, so all of them are always there, but for those that a writer may not read. */
function alwaysWhole(answer: Answer, guarded: ReadonlySet<string>): Answer {
  const whole = (shape: AnswerShape): AnswerShape =>
    shape.kind === 'object' && !shape.omitsNulls
      ? { ...shape, keys: shape.keys.map((one) => ({ ...one, isAlways: !guarded.has(one.key) })) }
      : shape;
  return 'shape' in answer
    ? { ...answer, shape: whole(answer.shape) }
    : { ...answer, item: whole(answer.item) };
}

/** A schema with every description in the words of tools. */
function inWords(schema: JsonValue, words: ToolWords): JsonValue {
  if (isJsonArray(schema)) return schema.map((one) => inWords(one, words));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'description' && typeof value === 'string' ? words(value) : inWords(value ?? null, words),
    ]),
  );
}
