// Risk: products of an earlier release, or under a changed configuration, are not found, and nobody is told.
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createCursors } from '../../../src/kernel/page.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { listProducts, recomputeCompleteness } from '../../../src/modules/product/index.ts';
import { MODULES } from '../../../src/modules.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { applyMigrations } from '../../../src/platform/database/migrate.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createOperationRunner } from '../../../src/platform/operation/run-operation.ts';
import { runJob } from '../../../src/worker/run-job.ts';
import { sessionOf } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createJobHarness } from '../../support/jobs.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createTestFolder } from '../../support/test-folder.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const SEARCH = '20261121001000_search';

test('a database that holds products before there was a search gets all their rows without being asked', async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  const earlier = await createTestFolder();
  for (const name of await readdir(MIGRATIONS))
    if (name < SEARCH) await cp(join(MIGRATIONS, name), join(earlier.path, name), { recursive: true });
  await applyMigrations({ connectionString, migrationsDir: earlier.path });
  const settings = { applicationPoolSize: 2, shopPoolSize: 1, ownerPoolSize: 1, statementTimeoutMs: 10_000 };
  const database = openDatabase({ connectionString, ...settings, onError: () => undefined });
  const [organizationId, other] = [newId(), newId()];
  for (const id of [organizationId, other]) {
    await database.owner.query('INSERT INTO public.organization (id, name) VALUES ($1, $2)', [id, 'Shop']);
    await database.owner.query('INSERT INTO ledger.counter (organization_id) VALUES ($1)', [id]);
  }
  await database.owner.query(
    `INSERT INTO public.product (organization_id, id, sku, sku_key, type, categories, created_at, created_by,
       updated_at, updated_by, effective_updated_at)
     SELECT $1, gen_random_uuid(), 'P-' || number, 'p-' || number, 'simple', '{}', now(), '{}', now(), '{}', now()
     FROM generate_series(1, 2500) AS number`,
    [organizationId],
  );
  await applyMigrations({ connectionString });
  const { rows: jobs } = await database.owner.query<{ id: string; organization: string }>(
    `SELECT id, organization_id AS organization FROM public.job WHERE type = 'recompute' AND status = 'queued'`,
  );
  expect(jobs.map(({ organization }) => organization)).toEqual([organizationId]);

  const clock = { now: () => new Date() };
  const runner = createOperationRunner({ database, clock, cursors: createCursors('test'), modules: MODULES });
  const search = () => runner.read(sessionOf(organizationId), listProducts, {});
  await expect(search()).rejects.toMatchObject({ code: 'search-unavailable', status: 503 });
  await expect(runner.read(sessionOf(other), listProducts, {})).resolves.toMatchObject({
    items: [],
  });

  const steps = { recompute: recomputeCompleteness };
  const job = { organizationId, jobId: jobs[0]?.id ?? '' };
  await runJob({ runner, log: silentLog, steps }, job, new AbortController().signal);
  expect(await (await search()).count()).toBe(2_500);
  expect(await (await search()).count(2_000)).toBe(2_000);
  const { rows } = await database.owner.query(`SELECT status, total, updated FROM public.job`);
  expect(rows).toEqual([{ status: 'completed', total: 2_500, updated: 2_500 }]);
  await database.close();
  await earlier.remove();
  await drop();
});

test('an attribute that becomes filterable in a large catalogue is refused until a job is through, and says so', async () => {
  const bench = await createJobHarness();
  const { catalogue } = bench;
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'stock', filterable: false }]);
  await bench.givenManyProducts('accessories', 1_200, (index) => ({ stock: [{ value: index % 10 }] }));
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'stock', filterable: true }]);
  const find = () =>
    catalogue.execute('{ products(filter: { attributes: [{ attribute: "stock", eq: 3 }] }) { totalCount } }');
  const state = async () => {
    const { data } = await catalogue.execute('{ productFilterFields { field state } }');
    const fields = data?.productFilterFields as { field: string; state: string }[];
    return fields.find(({ field }) => field === 'attributes.stock')?.state;
  };
  expect((await find()).errors?.[0]?.message).toContain("Values of 'stock' are being made searchable");
  expect(await state()).toBe('BUILDING');
  const workers = await bench.startWorker();
  await bench.drained();
  await workers.close();
  expect(await bench.jobs()).toMatchObject([
    { subject: 'search rows', status: 'completed', total: 1_200, processed: 1_200 },
  ]);
  expect((await find()).data).toEqual({ products: { totalCount: 120 } });
  expect(await state()).toBe('READY');
  await bench.close();
});

test('texts of a locale that is enabled again are refused until a job is through, to filter and to sort by', async () => {
  const bench = await createJobHarness();
  const { catalogue } = bench;
  await seedClothingCatalogue(catalogue);
  await bench.givenManyProducts('accessories', 1_200, (index) => ({
    name: [{ locale: 'fr_FR', value: `name ${index % 10}` }],
  }));
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'stock', filterable: false }]);
  const rebuilt = async () => {
    const workers = await bench.startWorker();
    await bench.drained();
    await workers.close();
  };
  for (const enabled of [false, true]) {
    await rebuilt();
    await seedConfiguration(catalogue, upsertLocales, [{ code: 'fr_FR', enabled }]);
  }
  const inFrench = 'attributes: [{ attribute: "name", contains: "me 3", locale: "fr_FR" }]';
  const find = () => catalogue.execute(`{ products(filter: { ${inFrench} }) { totalCount } }`);
  const sort = (locale: string) =>
    catalogue.execute(
      `{ products(sort: [{ attribute: "name", locale: "${locale}" }], first: 1) { nodes { sku } } }`,
    );
  for (const { errors } of [await find(), await sort('fr_FR')])
    expect(errors?.[0]?.message).toContain("Values of 'name' are being made searchable by the job");
  expect((await sort('en_US')).errors).toBeUndefined();
  await rebuilt();
  expect((await find()).data).toEqual({ products: { totalCount: 120 } });
  expect((await sort('fr_FR')).errors).toBeUndefined();
  await bench.close();
});

test('a filter on completeness is answered by what is stored until the job that recomputes it is through', async () => {
  const bench = await createJobHarness();
  const { catalogue } = bench;
  await seedClothingCatalogue(catalogue);
  await bench.givenManyProducts('accessories', 1_200, (index) =>
    index % 10 === 0 ? { stock: [{ value: 1 }], color: [{ value: 'red' }] } : { stock: [{ value: 1 }] },
  );
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', requiredAttributes: { web: ['stock'] } },
  ]);
  const workers = await bench.startWorker();
  await bench.drained();
  await workers.close();
  const incomplete = () =>
    catalogue.execute('{ products(filter: { completeness: { lt: 100, channel: "web" } }) { totalCount } }');
  const missing = () =>
    catalogue.execute('{ products { facets(on: ["missing"]) { values { value count } } } }');
  expect((await incomplete()).data).toEqual({ products: { totalCount: 0 } });
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', requiredAttributes: { web: ['stock', 'color'] } },
  ]);
  expect((await incomplete()).data).toEqual({ products: { totalCount: 0 } });
  expect((await missing()).data).toEqual({ products: { facets: [{ values: [] }] } });
  const notReady = async () => {
    const { data } = await catalogue.execute('{ productFilterFields { field state jobId } }');
    const fields = data?.productFilterFields as { field: string; state: string }[];
    return fields.filter(({ state }) => state !== 'READY');
  };
  const job = { state: 'RECOMPUTING', jobId: expect.stringMatching(/^job_/) };
  expect(await notReady()).toEqual([{ field: 'completeness', ...job }]);
  const others = await bench.startWorker();
  await bench.drained();
  await others.close();
  expect((await incomplete()).data).toEqual({ products: { totalCount: 1_080 } });
  expect(await notReady()).toEqual([]);
  expect((await missing()).data).toEqual({
    products: { facets: [{ values: [{ value: 'color', count: 1_080 }] }] },
  });
  await bench.close();
});
