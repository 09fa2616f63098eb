// Risk: names that an upgrade stores differ from those that the program chooses.
import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiNamespace,
  chooseApiNames,
  foldApiName,
  RESERVED_FIELD_NAMES,
  RESERVED_TYPE_NAMES,
  RESERVED_TYPE_SUFFIXES,
} from '../../../src/modules/api-name/api-name-rules.ts';
import { applyMigrations } from '../../../src/platform/database/migrate.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { arbitraryCodes } from '../../support/arbitrary-codes.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';

let database: { connectionString: string; drop(): Promise<void> };
let client: pg.Client;
/** Two tables that share a namespace, and what their rows need besides. */
const TABLES = {
  field: [
    ['attribute', { type: 'text' }],
    ['association_type', {}],
  ],
  type: [
    ['attribute_set', {}],
    ['entity_type', {}],
  ],
} as const;

interface Given {
  readonly organizationId: string;
  readonly namespace: ApiNamespace;
  /** Codes of each table, in the order in which they were created. */
  readonly codes: readonly [readonly string[], readonly string[]];
}
/** Codes that meet in names, in each way that the rule knows. */
const CLASHING = [
  ...[
    'a_b',
    'aB',
    'a__b',
    'a-b',
    'A.B',
    'aB_2',
    'price_value',
    'price',
    'price-',
    'price_type',
    'Product',
    'product_type',
  ],
  ...['3d_x', '3d-x', '_3dX', 'x_filter', 'xFilter', 'xFilterType', 'x_filter_value', '___', '__', 'unnamed'],
];
const given: Given[] = fc
  .sample(fc.tuple(arbitraryCodes, arbitraryCodes), { numRuns: 60, seed: 25 })
  .concat([
    [CLASHING, CLASHING],
    [CLASHING, CLASHING],
    [[...RESERVED_FIELD_NAMES], []],
    [[...RESERVED_TYPE_NAMES, ...RESERVED_TYPE_SUFFIXES.map((suffix) => `a${suffix}`)], []],
  ])
  .map((codes, index) => ({ organizationId: newId(), namespace: index % 2 === 0 ? 'field' : 'type', codes }));

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const names = await readdir(new URL('../../../prisma/migrations/', import.meta.url));
  const { connectionString } = database;
  await applyMigrations({ connectionString, only: names.filter((name) => name < '20261124800000') });
  for (const { organizationId, namespace, codes } of given) {
    await client.query(`INSERT INTO public.organization (id, name) VALUES ($1, 'Test')`, [organizationId]);
    for (const [index, [table, more]] of TABLES[namespace].entries()) {
      const rows = (codes[index] ?? []).map((code, minute) => ({
        organization_id: organizationId,
        id: newId(),
        code,
        code_key: code.toLowerCase(),
        created_at: new Date(minute * 60_000),
        ...more,
      }));
      await client.query(
        `INSERT INTO public.${table} (organization_id, id, code, code_key, created_at, updated_at
           ${Object.keys(more)
             .map((column) => `, ${column}`)
             .join('')})
         SELECT organization_id, id, code, code_key, created_at, created_at
           ${Object.keys(more)
             .map((column) => `, ${column}`)
             .join('')}
         FROM jsonb_populate_recordset(NULL::public.${table}, $1::jsonb)`,
        [JSON.stringify(rows)],
      );
    }
  }
  await applyMigrations({ connectionString });
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

test('an upgrade names what is there by the rule of the program', async () => {
  for (const { organizationId, namespace, codes } of given) {
    const taken = new Set<string>();
    for (const [index, [table]] of TABLES[namespace].entries()) {
      const unnamed = (codes[index] ?? []).map((code) => ({ key: code, code }));
      const expected = chooseApiNames(namespace, unnamed, (key) => taken.has(key));
      const { rows } = await client.query<{ code: string; api_name: string }>(
        `SELECT code, api_name FROM public.${table} WHERE organization_id = $1 ORDER BY created_at`,
        [organizationId],
      );
      expect(rows.map((row) => [row.code, row.api_name])).toEqual(
        [...(codes[index] ?? [])].map((code) => [code, expected.get(code)]),
      );
      for (const name of expected.values()) taken.add(foldApiName(namespace, name));
    }
  }
});
