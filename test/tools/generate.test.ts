// Risk: schema/ silently falls behind the code, or every run writes it differently so that nobody reads the difference.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStaleFiles, generateFiles } from '../../src/tools/generate.ts';
import { operationTable } from '../../src/tools/operation-table.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'catalograph-generate-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('declares a schema that other tools can read, the same at each run', () => {
  const files = generateFiles();
  expect([...files.keys()]).toEqual([
    ...['schema.graphql', 'events.json', 'operations.md', 'openapi.json'],
    'mcp-tools.json',
    ...['possible-types.json', 'embedded-types.json', 'scalars.json', 'introspection.json'],
  ]);
  expect(() => buildSchema(files.get('schema.graphql') ?? '')).not.toThrow();
  expect(generateFiles()).toEqual(files);
});

test('names missing files and the first line that differs', async () => {
  const files = new Map([
    ['a.graphql', 'one\ntwo\nthree\n'],
    ['b.graphql', 'one\n'],
    ['c.graphql', 'one\n'],
  ]);
  writeFileSync(join(dir, 'a.graphql'), 'one\n2\nthree\n');
  writeFileSync(join(dir, 'c.graphql'), 'one\n');
  expect(await findStaleFiles(dir, files)).toEqual([
    'schema/a.graphql differs from line 2 on:\n  committed: 2\n  declared:  two',
    'schema/b.graphql is missing.',
  ]);
});

test('lists root fields with scope, effect and retry', () => {
  const schema = buildSchema('"Reads." type Query { "One | many lamps." lamp: Int }');
  const lamp = schema.getQueryType()?.getFields().lamp;
  if (lamp === undefined) throw new Error('no field');
  lamp.extensions = {
    operation: {
      name: 'lamp',
      scope: { anyOf: ['products:read', { allOf: ['media:read', 'entities:read'] }] },
      effect: 'read',
      retry: 'with-key',
    },
  };
  expect(operationTable(schema, { operations: [] })).toContain(
    '| `lamp` | `products:read` or (`media:read` and `entities:read`) | read | with key |  |  | One \\| many lamps. |\n',
  );
});
