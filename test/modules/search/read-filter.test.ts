// Risk: a filter that is kept as JSON finds something else than the same filter in a search, or a condition is dropped.
import { coerceInputValue, type GraphQLInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { inputObjectShape } from '../../../src/adapters/manifest/input/input-shape.ts';
import { ParseContext } from '../../../src/adapters/manifest/input/parse-context.ts';
import { parseInput } from '../../../src/adapters/manifest/input/read-input.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { readEntityFilter, readProductFilter } from '../../../src/modules/search/index.ts';

const schema = guardedSchema();
const PRODUCT = schema.getType('ProductFilter') as GraphQLInputObjectType;
const ENTITY = schema.getType('EntityFilter') as GraphQLInputObjectType;

/** The same JSON as searches at the REST door read it. */
function asSearched(type: GraphQLInputObjectType, json: JsonObject): unknown {
  const reading = new ParseContext();
  const read = parseInput(inputObjectShape(type), json, { json: [], graph: [] }, reading);
  expect(reading.problems).toEqual([]);
  return coerceInputValue(read, type);
}

const moments = {
  lt: '2026-01-01T00:00:00.000Z',
  lte: '2026-01-02T00:00:00.000Z',
  gt: '2025-01-01T00:00:00.000Z',
  gte: '2025-01-02T00:00:00.000Z',
};
const numbers = { eq: 1, lt: 5, lte: 5, gt: 0, gte: 0 };

/** Every condition that there is. */
const EVERYTHING: JsonObject = {
  and: [{ sku: 'A' }, { sku: ['A', 'B'] }, { not: { status: ['draft', 'in_review'] } }],
  or: [{ type: 'model' }, { type: { ne: 'variant' } }],
  not: { parent: { empty: true } },
  channel: 'web',
  locale: 'en_US',
  q: 'shoe',
  id: { eq: 'prd_1', ne: 'prd_2', in: ['prd_1'], nin: ['prd_3'], empty: false },
  sku: { eq: 'A', ne: 'B', in: ['A'], nin: ['B'], contains: 'abc', starts_with: 'A' },
  type: { eq: 'simple', in: ['simple'], nin: ['model'] },
  status: { eq: 'published', ne: 'archived', in: ['in_review'], nin: ['draft'] },
  attribute_set: { eq: 'shoes', empty: false },
  parent: 'MODEL',
  channels: { any: ['web'], all: ['web'], none: ['print'], empty: false },
  categories: { any: ['a'], all: ['a'], none: ['b'], descendants: false, empty: false },
  tags: { any: ['a'], all: ['b'], none: ['c'], empty: false },
  attributes: {
    color: 'red',
    size: ['s', 'm'],
    weight: { gt: { amount: '1', unit: 'GRAM' }, channel: 'web', locale: 'de_DE', scope: 'all' },
    name: {
      contains: 'abc',
      not_contains: 'x',
      starts_with: 'a',
      ends_with: 'c',
      match: 'abc',
      scope: 'any',
      last_days: 3,
      next_days: 4,
      count: 2,
      any: ['a'],
      all: ['b'],
      none: ['c'],
      between: ['a', 'b'],
      lt: 'a',
      lte: 'b',
      gt: 'c',
      gte: 'd',
      eq: 'e',
      ne: 'f',
      in: ['g'],
      nin: ['h'],
      empty: false,
    },
  },
  external_refs: { erp: 'X', shop: ['a'], old: { empty: true } },
  associations: { UPSELL: ['B'], PACK: { empty: false } },
  completeness: { ...numbers, channel: 'web', locale: 'en_US', scope: 'all', missing: ['name'] },
  publication: { channel: 'web', state: 'published' },
  live: { channel: 'web', locale: 'en_US' },
  created_at: { ...moments, between: ['2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'], last_days: 3 },
  updated_at: moments,
  effective_updated_at: moments,
};

/** Without what was not said: some names have defaults, which the rules know, too. */
const said = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part) =>
      (key === 'scope' && part === 'any') || (key === 'descendants' && part === true) ? undefined : part,
    ),
  );

/** Every condition that there is for entities. */
const OF_ENTITIES: JsonObject = {
  and: [{ codes: ['a'] }, { not: { entity_type: 'brand' } }],
  or: [{ active: true }, { is_root: true }],
  not: { q: 'x' },
  channel: 'web',
  locale: 'en_US',
  q: 'shoe',
  active: false,
  codes: ['a', 'b'],
  entity_type: 'material',
  is_root: false,
  parent: 'acme',
  attributes: { color: 'red', size: { any: ['s'], locale: 'de_DE', scope: 'all' } },
  created_at: { ...moments, last_days: 3 },
  updated_at: moments,
};

test.each([
  [PRODUCT, EVERYTHING, readProductFilter],
  [ENTITY, OF_ENTITIES, readEntityFilter],
] as const)('a %s in JSON means what it means in a search', (type, everything, read) => {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(Object.keys(everything).sort()).toEqual(Object.keys(type.getFields()).map(snake).sort());
  const { filter, problems } = read(everything, ['filter']);
  expect(problems).toEqual([]);
  expect(said(filter)).toEqual(said(asSearched(type, everything)));
});

test.each([
  [{ sku: null }, ['filter', 'sku'], 'wrong-type'],
  [{ sku: { starts_with: 3 } }, ['filter', 'sku', 'starts_with'], 'wrong-type'],
  [{ updated_at: { gt: '2026-01-01' } }, ['filter', 'updated_at', 'gt'], 'wrong-type'],
  [{ status: ['draft', 'drft'] }, ['filter', 'status'], 'wrong-type'],
  [{ attributes: ['color'] }, ['filter', 'attributes'], 'wrong-type'],
  [{ attributes: { color: { equals: 1 } } }, ['filter', 'attributes', 'color', 'equals'], 'unknown-property'],
  [{ and: { sku: 'A' } }, ['filter', 'and'], 'wrong-type'],
  [{ not: { not: { not: { not: { not: {} } } } } }, ['filter', ...Array(5).fill('not')], 'too-many-items'],
  [[], ['filter'], 'wrong-type'],
])('what is no filter is told by its place: %j', (json, path, code) => {
  expect(readProductFilter(json, ['filter']).problems).toMatchObject([{ path, code }]);
});
