import type { Tool } from '@modelcontextprotocol/server';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { Manifest, McpTool, OutputShape, ResponseMapping } from '../manifest/exposed-operation.ts';
import { inputObjectSchema, type JsonSchema, type SchemaDefs } from '../manifest/json-schema.ts';
import { responseSchema } from '../manifest/response/response-schema.ts';
import { batchArgumentOf, type ExposedTool, exposedTools } from './exposed-tool.ts';
import { describeForm, summarizeArguments, topLevelKeys } from './summarize-schema.ts';
import { createToolTextTranslator, type ToolTextTranslator } from './tool-text.ts';

/** The problem of an item of a batch is nested, so no tool lists its fields. */
const PROBLEMS = { field: {}, item: { type: 'object' } } as const;

/** Returns the definitions of all tools: the response to `tools/list`. The same manifest gives the same bytes. */
export function toolDefinitions(manifest: Manifest): readonly Tool[] {
  const tools = exposedTools(manifest);
  const translate = createToolTextTranslator(tools);
  return tools.map((tool) => toolDefinition(tool, translate));
}

function toolDefinition(tool: ExposedTool, translate: ToolTextTranslator): Tool {
  const { operation, mcp } = tool;
  const { effect, retry } = operation;
  return {
    name: mcp.tool,
    title: titleOf(mcp.tool),
    description: translate(descriptionOf(tool)),
    inputSchema: inWords(
      summarizeArguments(withDescribed(fullArgumentsSchema(tool), mcp)),
      translate,
    ) as Tool['inputSchema'],
    outputSchema: topLevelKeys(outputSchema(tool)) as NonNullable<Tool['outputSchema']>,
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      idempotentHint: effect === 'read' || retry === 'safe',
      // Nothing but this catalogue is read or written.
      openWorldHint: false,
    },
  };
}

/** Returns the schema of a tool's arguments with all nested schemas. `tools/list` has less: see `summarizeArguments`. */
export function fullArgumentsSchema({ mcp }: ExposedTool): JsonSchema {
  return withMaximum(inputObjectSchema(mcp.arguments, createInlineDefs()), mcp);
}

/** Returns the description of the field, with the further facts that a caller needs for the tool. */
function descriptionOf({ operation, mcp }: ExposedTool): string {
  const { deprecation } = operation;
  return [
    mcp.description,
    mcp.isDryRunByDefault ? 'It only tries until you say `dry_run: false`.' : '',
    deprecation === null ? '' : `Ends on ${deprecation.sunset}: ${deprecation.reason}`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const titleOf = (tool: string) => `${tool[0]?.toUpperCase()}${tool.slice(1).replaceAll('_', ' ')}`;

/** Arguments whose form another tool has: objects with nothing but their description, lists with their form in words. */
function withDescribed(schema: JsonSchema, { described }: McpTool): JsonSchema {
  if (described.size === 0 || !isJsonObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([key, one]) => {
    if (!described.has(key) || !isJsonObject(one)) return [key, one];
    const { type = 'object', items, description = '' } = one;
    return [key, items === undefined ? { type, description } : describeForm(one)];
  });
  return { ...schema, properties: Object.fromEntries(properties) as JsonObject };
}

/** Returns the list that a batch takes, with its most entries. */
function withMaximum(schema: JsonSchema, tool: McpTool): JsonSchema {
  const key = batchArgumentOf(tool);
  const list = key !== null && isJsonObject(schema.properties) ? schema.properties[key] : undefined;
  if (key === null || tool.maximumItems === null || !isJsonObject(list)) return schema;
  const maxItems = tool.maximumItems;
  const description = String(list.description ?? '').replace(/^Up to \d+/, `Up to ${maxItems}`);
  return {
    ...schema,
    properties: { ...(schema.properties as JsonObject), [key]: { ...list, maxItems, description } },
  };
}

/** Returns the response of the operation, and what the API adds to it. */
function outputSchema({ operation, mcp }: ExposedTool): JsonSchema {
  const { answer, guarded, expansions } = mcp.prepared;
  const optional = new Set([
    ...(guarded?.keys ?? []),
    ...[...expansions.values()].flatMap(({ keys }) => keys),
  ]);
  const whole = neverTruncated(answer, optional);
  const own = responseSchema(whole, createInlineDefs(), PROBLEMS);
  const { properties, required = alwaysKeys(whole) } = own as {
    properties: JsonObject;
    required?: readonly string[];
  };
  const added = addedKeys(answer, mcp.arguments.keys.has('dry_run'));
  return {
    ...own,
    properties: {
      ...properties,
      ...added,
      ...(operation.retry === 'with-key' ? { idempotency_replayed: { type: 'boolean' } } : {}),
      left_out: { type: 'array' },
    },
    required: [...new Set([...(required ?? []), ...Object.keys(added)])],
  };
}

/** Returns the keys that the API adds to the result of a write. */
function addedKeys(mapping: ResponseMapping, hasDryRun: boolean): JsonObject {
  const isWritten = mapping.kind === 'written' && mapping.hasOutcome;
  return {
    ...(isWritten ? { outcome: { type: 'string' } } : {}),
    ...(hasDryRun ? { dry_run: { type: 'boolean' } } : {}),
  };
}

/** No tool lets its caller choose keys, so all are always there but for those that are included or may not be read. */
function neverTruncated(mapping: ResponseMapping, optional: ReadonlySet<string>): ResponseMapping {
  const whole = (shape: OutputShape): OutputShape =>
    shape.kind === 'object' && !shape.omitsNulls
      ? {
          ...shape,
          keys: shape.keys.map((one) => ({ ...one, isAlways: !optional.has(one.key) && !one.omitsNull })),
        }
      : shape;
  return 'shape' in mapping
    ? { ...mapping, shape: whole(mapping.shape) }
    : { ...mapping, item: whole(mapping.item) };
}

/** Returns the keys of an object that are there whatever is included. */
function alwaysKeys(mapping: ResponseMapping): readonly string[] {
  const own = 'shape' in mapping && mapping.shape.kind === 'object' ? mapping.shape.keys : [];
  const leaves = mapping.kind === 'written' ? mapping.leaves : [];
  return [...own, ...leaves].filter(({ isAlways }) => isAlways).map(({ key }) => key);
}

/** Returns a schema with every description in the terms of tools. */
function inWords(schema: JsonValue, translate: ToolTextTranslator): JsonValue {
  if (isJsonArray(schema)) return schema.map((one) => inWords(one, translate));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'description' && typeof value === 'string'
        ? translate(value)
        : inWords(value ?? null, translate),
    ]),
  );
}

/**
 * Schemas without references: each is written where it is used, because the programs that hand tools to models follow
 * no references. Where a schema would contain itself, as a filter inside of a filter, it is described in words.
 */
function createInlineDefs(): SchemaDefs {
  const open: string[] = [];
  return {
    refer(name, make) {
      if (open.includes(name))
        return { type: 'object', description: 'An object of the same form as the one around it.' };
      open.push(name);
      try {
        return make();
      } finally {
        open.pop();
      }
    },
    share: (_name, schema) => schema,
  };
}
