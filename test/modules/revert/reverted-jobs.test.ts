// Risk: people do not see what a job changed, or take one for undone that is in effect.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { startBulkEdit } from '../../../src/modules/bulk-edit/index.ts';
import { updateProduct } from '../../../src/modules/product/index.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import { readCellWrites } from '../../../src/modules/values/index.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
});
afterAll(() => bench?.close());

const HEADER = 'sku;attribute_set;name-en_US;stock';

let requests = 0;
async function ask(document: string, variables: Record<string, unknown>, session: Partial<Session> = {}) {
  requests += 1;
  const requestId = `asked-${requests}`;
  const { data, errors } = await bench.catalogue.execute(document, variables, {
    ...bench.catalogue.owner,
    requestId,
    ...session,
  });
  expect(errors).toBeUndefined();
  return { data: data as Record<string, unknown>, requestId };
}

const jobOf = async (id: string, session?: Partial<Session>) =>
  (
    await ask(
      `query ($id: ID!) { job(id: $id) {
         changes(first: 2) { totalCount nodes { type ref kind changes { path locale old new } } pageInfo { hasNextPage endCursor } }
         changedFields { path channel locale count }
         reverted { actor { name } jobId requestId objects conflictCount conflicts { ref path code wanted present } } } }`,
      { id: encodeId('Job', id) },
      session,
    )
  ).data.job as Record<string, unknown>;

const revert = async (selection: object, dryRun = false) =>
  (
    await ask(
      `mutation ($selection: ChangeSelectionInput!, $dryRun: Boolean!) {
         revertChanges(input: { selection: $selection, dryRun: $dryRun }) { __typename ... on RevertChangesPayload { jobId } } }`,
      { selection, dryRun },
    )
  ).requestId;

test('lists what an import changed in pages, and the fields with their numbers', async () => {
  await bench.run(`${HEADER}\nC-1;accessories;One;1\nC-2;accessories;Two;2\n`);
  const { id } = await bench.run(
    `${HEADER}\nC-1;accessories;Uno;1\nC-2;accessories;Due;3\nC-3;accessories;Tre;3\n`,
  );
  const { changes, changedFields, reverted } = await jobOf(id);
  const { pageInfo, ...first } = changes as { pageInfo: { endCursor: string; hasNextPage: boolean } };
  const name = (old: string, now: string) => ({ path: 'values.name', locale: 'en_US', old, new: now });
  expect(first).toEqual({
    totalCount: 3,
    nodes: [
      { type: 'product', ref: 'C-1', kind: 'UPDATED', changes: [name('One', 'Uno')] },
      {
        type: 'product',
        ref: 'C-2',
        kind: 'UPDATED',
        changes: [name('Two', 'Due'), { path: 'values.stock', locale: null, old: 2, new: 3 }],
      },
    ],
  });
  expect(pageInfo.hasNextPage).toBe(true);
  const { data } = await ask(
    'query ($id: ID!, $after: String) { job(id: $id) { changes(after: $after) { nodes { ref kind } pageInfo { hasNextPage } } } }',
    { id: encodeId('Job', id), after: pageInfo.endCursor },
  );
  expect(data.job).toEqual({
    changes: { nodes: [{ ref: 'C-3', kind: 'CREATED' }], pageInfo: { hasNextPage: false } },
  });
  expect(changedFields).toEqual([
    { path: 'values.name', channel: null, locale: 'en_US', count: 2 },
    { path: 'values.stock', channel: null, locale: null, count: 1 },
  ]);
  expect(reverted).toBeNull();
});

test('lists the values that an import gave to new products, whatever was changed since', async () => {
  const first = `${HEADER}\nN-1;accessories;One;1\nN-2;accessories;;2\nN-3;accessories;Three;\n`;
  const { id } = await bench.run(first);
  await bench.run(`${HEADER}\nN-1;accessories;Uno;1\nN-2;accessories;Due;\nN-3;accessories;__CLEAR__;3\n`);
  const document =
    'query ($id: ID!, $first: Int!) { job(id: $id) { changes(first: $first) { nodes { ref kind changes { path locale old new } changesTruncated } } } }';
  const listed = async (count: number) => {
    bench.catalogue.takeStatements();
    const { data } = await ask(document, { id: encodeId('Job', id), first: count });
    return { job: data.job, statements: bench.catalogue.takeStatements().length };
  };
  const { job, statements } = await listed(3);
  const created = { kind: 'CREATED', changesTruncated: false };
  const name = (text: string) => ({ path: 'values.name', locale: 'en_US', old: null, new: text });
  const stock = (now: number) => ({ path: 'values.stock', locale: null, old: null, new: now });
  expect(job).toEqual({
    changes: {
      nodes: [
        { ref: 'N-1', ...created, changes: [name('One'), stock(1)] },
        { ref: 'N-2', ...created, changes: [stock(2)] },
        { ref: 'N-3', ...created, changes: [name('Three')] },
      ],
    },
  });
  expect((await listed(1)).statements).toBe(statements);
});

test('lists nothing of products to those who may not read them', async () => {
  const { id } = await bench.run(`${HEADER}\nS-1;accessories;One;1\n`);
  const dry = await bench.run(`${HEADER}\nS-1;accessories;Uno;1\n`, { dryRun: true });
  for (const job of [id, dry.id]) {
    const { changes, changedFields } = await jobOf(job, {
      scopes: new Set(['import-export:read']),
    } as never);
    expect(changes).toMatchObject({ totalCount: 0, nodes: [] });
    expect(changedFields).toEqual([]);
  }
});

test('keeps with a dry run what it would change, and changes nothing', async () => {
  await bench.run(`${HEADER}\nD-1;accessories;One;1\n`);
  const before = await bench.productHash();
  const { id } = await bench.run(
    `${HEADER}\nD-1;accessories;Uno;1\nD-2;accessories;Two;2\nD-3;accessories;Three;x\n`,
    { dryRun: true },
  );
  expect(await bench.productHash()).toBe(before);
  expect(await jobOf(id)).toMatchObject({
    changes: {
      totalCount: 2,
      nodes: [
        { ref: 'D-1', kind: 'UPDATED', changes: [{ path: 'values.name', old: 'One', new: 'Uno' }] },
        {
          ref: 'D-2',
          kind: 'CREATED',
          changes: [
            { old: null, new: 'Two' },
            { old: null, new: '2' },
          ],
        },
      ],
    },
    changedFields: [
      { path: 'values.name', locale: 'en_US', count: 2 },
      { path: 'values.stock', locale: null, count: 1 },
    ],
  });
});

test('says who reverted a job and what stayed, until that is reverted', async () => {
  await bench.run(`${HEADER}\nR-1;accessories;One;1\nR-2;accessories;Two;2\n`);
  const { id } = await bench.run(`${HEADER}\nR-1;accessories;Uno;1\nR-2;accessories;Due;3\n`);
  await bench.catalogue.runner.write(bench.catalogue.owner, updateProduct, {
    ref: 'R-2',
    patch: { values: readCellWrites({ stock: { value: '9' } }).writes },
  });
  const jobId = encodeId('Job', id);
  await revert({ jobId }, true);
  expect((await jobOf(id)).reverted).toBeNull();

  const requestId = await revert({ jobId });
  expect((await jobOf(id)).reverted).toEqual({
    actor: { name: 'Test' },
    jobId: null,
    requestId,
    objects: 2,
    conflictCount: 1,
    conflicts: [{ ref: 'R-2', path: 'values.stock', code: 'changed-since', wanted: null, present: null }],
  });
  // Nothing is left to revert, which changes nothing of it.
  await revert({ jobId });
  expect((await jobOf(id)).reverted).toMatchObject({ requestId, objects: 2 });

  const redo = await revert({ requestId });
  expect((await jobOf(id)).reverted).toBeNull();
  // Undone, done again and undone again, as with Ctrl-Z.
  const again = await revert({ requestId: redo });
  expect((await jobOf(id)).reverted).toMatchObject({ requestId: again, objects: 2 });
  await revert({ requestId: again });
  expect((await jobOf(id)).reverted).toBeNull();
});

test('names the fields of a bulk edit and the job of a revert, by as many statements for many jobs', async () => {
  const { runner, owner } = bench.catalogue;
  const { id } = await bench.run(`${HEADER}\nB-1;accessories;One;1\nB-2;accessories;Two;2\n`);
  const filter = { sku: { in: ['B-1', 'B-2'] } };
  const edit = { filter, expectedCount: 2, dryRun: true };
  const adjust = [{ attribute: 'name', locale: 'en_US', append: '!' }];
  const { writes: values } = readCellWrites({ stock: { value: '9' } });
  await runner.write(owner, startBulkEdit, {
    ...edit,
    patch: { values, adjust, status: 'archived', comment: 'x' },
  });
  await runner.write(owner, startBulkEdit, { ...edit, patch: null });
  const selection = { jobId: encodeId('Job', id) };
  for (let time = 0; time < 6; time += 1) {
    const input = { selection, onConflict: 'skip', webhooks: 'summary', dryRun: true, asJob: true } as const;
    await runner.write(owner, revertChanges, input);
  }
  const document = `query ($first: Int!) { jobs(first: $first, type: [BULK, REVERT]) { nodes {
    type bulkEdit { deletes count fields { path attribute { code label } } } reverts { id type file { name } reverts { id } } } } }`;
  const statementsOf = async (first: number) => {
    bench.catalogue.takeStatements();
    const { data } = await ask(document, { first });
    return { data, statements: bench.catalogue.takeStatements() };
  };
  await statementsOf(8);
  const { data, statements } = await statementsOf(8);
  const reverted = { id: selection.jobId, type: 'IMPORT', file: { name: expect.any(String) }, reverts: null };
  expect((data.jobs as { nodes: unknown[] }).nodes).toEqual([
    ...Array.from({ length: 6 }, () => ({ type: 'REVERT', bulkEdit: null, reverts: reverted })),
    { type: 'BULK', bulkEdit: { deletes: true, count: 2, fields: [] }, reverts: null },
    {
      type: 'BULK',
      bulkEdit: {
        deletes: false,
        count: 2,
        fields: [
          { path: 'values.stock', attribute: { code: 'stock', label: '[stock]' } },
          { path: 'values.name', attribute: { code: 'name', label: '[name]' } },
          { path: 'status', attribute: null },
        ],
      },
      reverts: null,
    },
  ]);
  const { statements: few } = await statementsOf(1);
  expect(statements.filter((one) => one.includes('job')).length).toBe(
    few.filter((one) => one.includes('job')).length,
  );
});
