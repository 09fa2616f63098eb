// Risk: people cannot see what became of a job, see somebody else's, or stop and start what cannot be.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createJobHarness, type JobHarness } from '../../support/jobs.ts';

let bench: JobHarness;
let stranger: Session;
const ids: string[] = [];
beforeAll(async () => {
  bench = await createJobHarness();
  stranger = await bench.catalogue.addOrganization('Stranger');
  await seedClothingCatalogue(bench.catalogue);
  for (const set of ['accessories', 'clothing']) {
    await bench.givenManyProducts(set, 1_001, () => ({}));
    await seedConfiguration(bench.catalogue, upsertAttributeSets, [
      { code: set, requiredAttributes: { web: ['color'] } },
    ]);
  }
  const { data } = await ask('{ jobs { nodes { id } } }');
  ids.push(...(data as { jobs: { nodes: { id: string }[] } }).jobs.nodes.map(({ id }) => id));
});
afterAll(() => bench?.close());

const ask = (document: string, variables: Record<string, unknown> = {}, session?: Session) =>
  bench.catalogue.execute(document, variables, session);
const FACTS = `id type subject status dryRun attempts supersededById version triggeredBy { name }
  progress { total processed created updated unchanged skipped failed percent }
  errorSummary { code count exampleRow } failure { code type status title detail } startedAt finishedAt`;
const change = (name: string, id: unknown, dryRun = false) =>
  ask(
    `mutation ($id: ID!, $dryRun: Boolean!) { ${name}(id: $id, dryRun: $dryRun) {
       __typename ... on JobPayload { dryRun job { id status } } ... on Problem { code status detail } } }`,
    { id, dryRun },
  ).then(({ data }) => data?.[name]);

test('answers the jobs newest first, by type and status, in pages', async () => {
  const queued = {
    type: 'RECOMPUTE',
    status: 'QUEUED',
    dryRun: false,
    attempts: 0,
    supersededById: null,
    version: 1,
    triggeredBy: { name: 'Test' },
    errorSummary: [],
    failure: null,
    startedAt: null,
    finishedAt: null,
    progress: {
      total: null,
      processed: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      failed: 0,
      percent: 0,
    },
  };
  expect((await ask(`{ jobs { totalCount nodes { ${FACTS} } } }`)).data).toEqual({
    jobs: {
      totalCount: 2,
      nodes: [
        { id: ids[0], subject: 'clothing', ...queued },
        { id: ids[1], subject: 'accessories', ...queued },
      ],
    },
  });
  const { data } = await ask(
    `{ some: jobs(type: RECOMPUTE, status: [QUEUED, RUNNING]) { totalCount }
       none: jobs(type: [IMPORT, EXPORT, BULK]) { totalCount } over: jobs(status: COMPLETED) { totalCount }
       dry: jobs(dryRuns: true) { totalCount } real: jobs(dryRuns: false) { totalCount }
       first: jobs(first: 1) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
  );
  expect(data).toMatchObject({ some: { totalCount: 2 }, none: { totalCount: 0 }, over: { totalCount: 0 } });
  expect(data).toMatchObject({ dry: { totalCount: 0 }, real: { totalCount: 2 } });
  const { first } = data as { first: { pageInfo: { endCursor: string } } };
  expect(first).toMatchObject({ nodes: [{ id: ids[0] }], pageInfo: { hasNextPage: true } });
  const next =
    'query ($after: String) { jobs(first: 1, after: $after) { nodes { id } pageInfo { hasNextPage } } }';
  expect((await ask(next, { after: first.pageInfo.endCursor })).data).toEqual({
    jobs: { nodes: [{ id: ids[1] }], pageInfo: { hasNextPage: false } },
  });
});

test('is not there for another organization, to read, cancel or try again', async () => {
  const document = `query ($id: ID!) { job(id: $id) { id } node(id: $id) { id } jobs { totalCount } }`;
  const nothing = { job: null, node: null, jobs: { totalCount: 0 } };
  const missing = `job_${'0'.repeat(31)}1`;
  expect((await ask(document, { id: ids[0] }, stranger)).data).toEqual(nothing);
  expect((await ask(document, { id: missing }, stranger)).data).toEqual(nothing);
  for (const name of ['cancelJob', 'retryJob', 'adoptJob'])
    for (const id of [ids[0], missing, 'nonsense']) {
      const text = `mutation ($id: ID!) { ${name}(id: $id) { ... on Problem { code status detail } } }`;
      expect((await ask(text, { id }, stranger)).data).toEqual({
        [name]: { code: 'not-found', status: 404, detail: `There is no job '${id}'.` },
      });
    }
});

test('can be cancelled and tried again, which a dry run only tells and the audit keeps', async () => {
  const [id] = ids;
  expect(await change('cancelJob', id, true)).toMatchObject({
    dryRun: true,
    job: { id: `dry_${id}`, status: 'CANCELLED' },
  });
  expect(await change('retryJob', id)).toEqual({
    __typename: 'Conflict',
    code: 'invalid-transition',
    status: 409,
    detail: 'The job is queued; failed and cancelled ones can be tried again.',
  });
  const cancelled = { __typename: 'JobPayload', dryRun: false, job: { id, status: 'CANCELLED' } };
  expect(await change('cancelJob', id)).toEqual(cancelled);
  expect(await change('cancelJob', id)).toEqual(cancelled);
  expect(await change('retryJob', id)).toMatchObject({ job: { status: 'QUEUED' } });
  const { rows } = await bench.catalogue.database.owner.query(
    'SELECT kind, data FROM audit_entry ORDER BY at, id',
  );
  const data = { job_id: id, type: 'recompute' };
  expect(rows).toEqual([
    { kind: 'job.cancelled', data },
    { kind: 'job.retried', data },
  ]);
});

test('tells its result, and then there is nothing to cancel or to try again', async () => {
  const worker = await bench.startWorker();
  bench.advance(3);
  await bench.sweep();
  await bench.drained();
  await worker.close();
  const { data } = await ask(`query ($id: ID!) { job(id: $id) { ${FACTS} } }`, { id: ids[1] });
  expect(data?.job).toMatchObject({
    status: 'COMPLETED',
    attempts: 1,
    progress: { total: 1_001, processed: 1_001, updated: 1_001, unchanged: 0, percent: 100 },
  });
  expect(await change('cancelJob', ids[1])).toEqual({
    __typename: 'Conflict',
    code: 'job-not-cancellable',
    status: 409,
    detail: 'The job is completed; there is nothing to cancel.',
  });
  expect(await change('retryJob', ids[1])).toMatchObject({ code: 'invalid-transition' });
});

test('is refused a second time while another does the same, and told by its problem when it failed', async () => {
  const { owner } = bench.catalogue.database;
  await owner.query(`UPDATE job SET status = 'failed', failure = $1 WHERE subject = 'accessories'`, [
    { code: 'internal-error', title: 'Internal error', status: 500, detail: 'It broke.' },
  ]);
  await bench.withoutNudges(() =>
    seedConfiguration(bench.catalogue, upsertAttributeSets, [
      { code: 'accessories', requiredAttributes: { web: ['name'] } },
    ]),
  );
  const newer = (await ask('{ jobs(first: 1) { nodes { id } } }')).data as {
    jobs: { nodes: { id: string }[] };
  };
  expect(await change('retryJob', ids[1])).toMatchObject({
    code: 'invalid-transition',
    detail: `The job ${newer.jobs.nodes[0]?.id} does the same already.`,
  });
  const document = 'query ($id: ID!) { job(id: $id) { failure { code type status title detail } } }';
  expect((await ask(document, { id: ids[1] })).data?.job).toEqual({
    failure: {
      code: 'internal-error',
      type: 'http://catalograph.test/problems/internal-error',
      status: 500,
      title: 'Internal error',
      detail: 'It broke.',
    },
  });
});
