// Risk: a program that hands tools to a model cannot read one, or a description sends the model astray.
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { exposedTools } from '../../../src/adapters/mcp/exposed-tool.ts';
import { suggestedCallFor } from '../../../src/adapters/mcp/suggested-call.ts';
import { toolDefinitions } from '../../../src/adapters/mcp/tool-definition.ts';
import { createToolTextTranslator } from '../../../src/adapters/mcp/tool-text.ts';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../../src/kernel/problems/field-problem-explanations.ts';
import { SOUND_FIELDS, toySchema } from '../manifest/toy-schema.ts';

const manifest = readManifest(guardedSchema());
const tools = toolDefinitions(manifest);
const names = new Set(tools.map(({ name }) => name));
type Schema = Readonly<Record<string, unknown>>;

/** Every schema in a schema, with the path to it. */
function* within(schema: unknown, path = ''): Generator<readonly [path: string, schema: Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield [path, schema as Schema];
  for (const [key, value] of Object.entries(schema)) yield* within(value, `${path}/${key}`);
}

test('what the server lists is the file that others read', async () => {
  const file = await readFile(new URL('../../../schema/mcp-tools.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toEqual({ tools: JSON.parse(JSON.stringify(tools)) });
});

test.each(tools)('$name takes and answers plain objects', ({ inputSchema, outputSchema }) => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  for (const schema of [inputSchema, outputSchema as Schema]) {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(
      Object.keys(schema).filter((key) => /^(oneOf|anyOf|allOf|not|if|\$ref|\$defs)$/.test(key)),
    ).toEqual([]);
    const all = [...within(schema)];
    expect(all.filter(([, one]) => '$ref' in one && typeof one.$ref === 'string')).toEqual([]);
    // The problem of an item has members beside these, by its code.
    const open = all.filter(
      ([, one]) =>
        typeof one.properties === 'object' &&
        one.type !== undefined &&
        one.additionalProperties === undefined,
    );
    expect(open.map(([path]) => path).filter((path) => !path.endsWith('/problem'))).toEqual([]);
    expect(() => ajv.compile(schema)).not.toThrow();
  }
});

test.each(tools)(
  '$name says of itself and of each argument what it is',
  ({ description = '', inputSchema }) => {
    expect(description).toMatch(/^[A-Z].{60,}\.$/s);
    const undescribed = Object.entries((inputSchema.properties ?? {}) as Record<string, Schema>).filter(
      ([, schema]) => typeof schema.description !== 'string' || schema.description.length < 5,
    );
    expect(undescribed.map(([key]) => key)).toEqual([]);
  },
);

test('descriptions speak the words of tools', () => {
  const texts = tools.flatMap((tool) =>
    [...within(tool)].flatMap(([, one]) => (typeof one.description === 'string' ? [one.description] : [])),
  );
  const foreign = texts.flatMap((text) => [...text.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, word]) => word));
  expect(foreign).toEqual([]);
  const verbs =
    /^(?!search_after$)(describe|find|get|search|add|apply|create|import|set|update|upsert|list|delete)_/;
  const named = texts.flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word));
  expect(named.filter((word) => verbs.test(word) && !names.has(word))).toEqual([]);
  expect(named.filter((word) => names.has(word)).length).toBeGreaterThan(10);
});

test('hosts are told what each tool may do', () => {
  const said = tools.map(({ name, annotations }) => [
    name,
    ...(['readOnlyHint', 'idempotentHint', 'destructiveHint', 'openWorldHint'] as const).map(
      (hint) => annotations?.[hint],
    ),
  ]);
  const read = [true, true, false, false];
  const safe = [false, true, false, false];
  const once = [false, false, false, false];
  expect(said).toEqual([
    ...['describe_catalog', 'find_codes', 'get_attribute_set', 'get_product'].map((name) => [name, ...read]),
    ...['search_entities', 'search_products'].map((name) => [name, ...read]),
    ...[
      ['add_media', ...once],
      ['apply_model', ...safe],
      ['create_product', ...once],
      ['import_data', ...once],
    ],
    ...['set_product_status', 'update_product', 'upsert_entities', 'upsert_products'].map((name) => [
      name,
      ...safe,
    ]),
  ]);
});

test('what is tried by default says so, in the schema and in words', () => {
  const tried = tools.filter(({ inputSchema }) => {
    const { dry_run: dryRun } = (inputSchema.properties ?? {}) as Record<string, Schema>;
    return dryRun?.default === true;
  });
  expect(tried.map(({ name }) => name)).toEqual(['apply_model', 'import_data', 'upsert_products']);
  for (const { description } of tried)
    expect(description).toContain('It only tries until you say `dry_run: false`.');
});

test('where to look is always a call that its tool understands', () => {
  const byName = new Map(exposedTools(manifest).map(({ mcp }) => [mcp.tool, mcp]));
  const keys = ['attribute_set', 'entity_type', 'channel', 'locale', 'categories', 'associations', 'nothing'];
  const fields = Object.keys(FIELD_PROBLEM_EXPLANATIONS).flatMap((code) =>
    keys.flatMap((key) => [null, 'color'].map((attribute) => ({ code, attribute, pointer: `/${key}` }))),
  );
  const lookUps = fields.map(suggestedCallFor).filter((lookUp) => lookUp !== null);
  expect(lookUps.length).toBeGreaterThan(20);
  for (const { tool, arguments: given } of lookUps) {
    const known = byName.get(tool)?.arguments.keys;
    expect({ tool, unknown: Object.keys(given).filter((key) => !known?.has(key)) }).toEqual({
      tool,
      unknown: [],
    });
  }
});

test('names of the graph become names of tools, and nothing else changes', () => {
  const words = createToolTextTranslator(exposedTools(manifest));
  expect(
    words(
      'Use the query `product` or upsertProducts, `ifVersion` and `attributeSet`; `code` stays, so does GET /a.',
    ),
  ).toBe(
    'Use `get_product` or upsert_products, `if_version` and `attribute_set`; `code` stays, so does GET /a.',
  );
  expect(
    words('DRAFT by default, or `IN_REVIEW`; the UNDRAFTED and `POST /api/v1/media` stay. JSON too.'),
  ).toBe('draft by default, or `in_review`; the UNDRAFTED and `POST /api/v1/media` stay. JSON too.');
});

describe('of any schema', () => {
  const lamp = SOUND_FIELDS['Query.lamp'];
  const deprecation = { since: '2026-01-01', sunset: '2026-09-01' };
  const schema = toySchema({
    fields: {
      'Query.lamp': { ...lamp, deprecation, mcp: { tool: 'get_lamp' } },
      'Query.lamps': { ...SOUND_FIELDS['Query.lamps'], mcp: { tool: 'list_lamps' } },
    },
  });
  const field = schema.getQueryType()?.getFields().lamp;
  if (field !== undefined) field.deprecationReason = 'Use the query `lamps`.';
  const [getLamp, listLamps] = toolDefinitions(readManifest(schema));

  test('a tool that is going to end says when and why', () => {
    expect(getLamp?.description).toMatch(/ Ends on 2026-09-01: Use `list_lamps`\.$/);
  });

  test('a list that the graph walks by a connection is a page, like any other', () => {
    expect(listLamps?.outputSchema).toMatchObject({
      properties: {
        items: { type: 'array' },
        search_after: { type: ['string', 'null'] },
        has_more: { type: 'boolean' },
      },
      required: ['items', 'search_after', 'has_more'],
    });
  });

  test('what contains itself is described in words where it would begin again', () => {
    const { filter } = (listLamps?.inputSchema.properties ?? {}) as Record<string, Schema>;
    expect(filter).toEqual({
      type: ['object', 'null'],
      description:
        'Form: {code: string | [string] | {eq: string, in: [string], empty: boolean}, and: [object]}',
    });
  });
});
