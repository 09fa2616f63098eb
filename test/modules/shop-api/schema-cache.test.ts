// Risk: the schema of a large catalogue holds up every other request while it is built, fills the memory, or is torn
// from requests that are being answered.
import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createShopSchemas } from '../../../src/modules/shop-api/index.ts';
import { largeStructure } from '../../support/large-structure.ts';

const SETS = Number(process.env.SHOP_SETS ?? 20);
const ATTRIBUTES = Number(process.env.SHOP_ATTRIBUTES ?? 200);
const PER_SET = 60;
const MOST_BYTES = 25_000_000;
/** Processor time of one turn of the event loop; looked at every millisecond. */
const LONGEST_TURN_MS = 100;

const { structure, storefront } = largeStructure({ sets: SETS, attributes: ATTRIBUTES, perSet: PER_SET });

const spentMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

test('builds the schema of many sets in slices and in little memory', async () => {
  const schemas = createShopSchemas();
  // What all schemas share is made by the first one.
  await schemas.of(largeStructure({ sets: 1, attributes: 20, perSet: 20 }).structure, storefront);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let lastMs = spentMs();
  let longestMs = 0;
  const look = () => {
    const nowMs = spentMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(look, 1);
  const { schema } = await schemas.of(structure, storefront);
  look();
  clearInterval(timer);
  globalThis.gc?.();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(MOST_BYTES);
  if (SETS > 20) expect(longestMs).toBeLessThan(LONGEST_TURN_MS);
  expect(Object.keys(schema.getTypeMap()).filter((name) => /^Set\d+$/.test(name))).toHaveLength(SETS);
});

test('makes one schema for storefronts that expose the same, and another when a name changes', async () => {
  const schemas = createShopSchemas();
  const made = await Promise.all([
    schemas.of(structure, storefront),
    schemas.of(structure, { ...storefront, id: '0190a000-0000-7000-8000-000000000001', code: 'other' }),
  ]);
  expect(made[1]?.schema).toBe(made[0]?.schema);
  const [first] = structure.sets;
  if (first === undefined) throw new Error('There are sets.');
  const renamed = { ...first[1], document: { ...first[1].document, apiName: 'Renamed' } };
  const changed = { ...structure, revision: 2, sets: new Map([...structure.sets, [first[0], renamed]]) };
  const next = await schemas.of(changed, storefront);
  expect(printSchema(next.schema)).toContain('type Renamed implements Product & Node {');
  // Who was answered by the one before still is.
  expect(printSchema(made[0]?.schema ?? next.schema)).not.toContain('Renamed');
});

test('lets go of the schemas that were asked for longest ago', async () => {
  const small = largeStructure({ sets: 1, attributes: 20, perSet: 20 }).structure;
  const schemas = createShopSchemas({ maximumBytes: 1_000_000 });
  const first = await schemas.of(small, storefront);
  for (let sets = 2; sets < 12; sets += 1)
    await schemas.of(largeStructure({ sets, attributes: 20, perSet: 20 }).structure, storefront);
  expect((await schemas.of(small, storefront)).schema).not.toBe(first.schema);
});
