// Risk: a client that sends its request again after a timeout creates the object twice, or gets the answer of another request.
import { execute, getNamedType, isObjectType, isUnionType, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { RequestContext } from '../../../src/graphql/context.ts';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import { createCursors } from '../../../src/kernel/page.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { createLocale, deleteLocale, updateLocale } from '../../../src/modules/locale/index.ts';
import { deleteProduct, restoreProduct } from '../../../src/modules/product/index.ts';
import type { OperationRunner } from '../../../src/platform/operation/run-operation.ts';
import { createFileLinks } from '../../../src/platform/storage/file-links.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { createMemoryStorage } from '../../support/memory-storage.ts';
import { WEBHOOK_TOOLS } from '../../support/webhook-tools.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization({ applicationPoolSize: 25 });
});
afterAll(() => catalogue.close());

type Input = Parameters<typeof createLocale.handler>[1];
const create = (session: Session, input: Input, idempotencyKey: string) =>
  catalogue.runner.write(session, createLocale, input, { idempotencyKey });

/** What became of a request, in one word or the code of its refusal. */
const fateOf = (running: Promise<{ replayed: boolean }>) =>
  running.then(
    ({ replayed }) => (replayed ? 'replayed' : 'done'),
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

async function countOf(session: Session, table: string): Promise<number> {
  const { rows } = await catalogue.database.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
    [session.organizationId],
  );
  return rows[0]?.count ?? -1;
}

test('50 parallel sends with one key have one effect; the others replay it or are told that it is running', async () => {
  const session = await catalogue.addOrganization('Impatient');
  const send = () => create(session, { code: 'de_DE', enabled: true }, 'order-1');
  const fates = await Promise.all(Array.from({ length: 50 }, () => fateOf(send())));
  expect(fates.filter((fate) => fate === 'done')).toHaveLength(1);
  expect(fates.filter((fate) => !['done', 'replayed', 'idempotency-in-progress'].includes(fate))).toEqual([]);
  expect(await countOf(session, 'public.locale')).toBe(1);
  expect(await countOf(session, 'ledger.event')).toBe(1);

  const again = await Promise.all(Array.from({ length: 50 }, send));
  expect(new Set(again.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(again[0]).toMatchObject({ replayed: true, output: { code: 'de_DE', outcome: 'created' } });
  expect(await countOf(session, 'ledger.event')).toBe(1);
});

test('a request is in progress exactly until the first one with its key has committed', async () => {
  const session = await catalogue.addOrganization('Overlapping');
  const started = Promise.withResolvers<void>();
  const mayFinish = Promise.withResolvers<void>();
  const slow = defineWrite({
    ...createLocale,
    async handler(context: WriteContext, input: Input) {
      const answer = await createLocale.handler(context, input);
      started.resolve();
      await mayFinish.promise;
      return answer;
    },
  });
  const input = { code: 'fr_FR' };
  const first = catalogue.runner.write(session, slow, input, { idempotencyKey: 'k' });
  await started.promise;
  await expect(create(session, input, 'k')).rejects.toMatchObject({
    code: 'idempotency-in-progress',
    status: 409,
  });
  mayFinish.resolve();
  await first;
  expect(await fateOf(create(session, input, 'k'))).toBe('replayed');
});

test('another request with a used key is refused and writes nothing; the order of its fields does not matter', async () => {
  const session = await catalogue.addOrganization('Reusing');
  await create(session, { code: 'de_DE', enabled: true }, 'k');
  await expect(create(session, { code: 'de_AT', enabled: true }, 'k')).rejects.toMatchObject({
    code: 'idempotency-key-reused',
    status: 422,
  });
  expect(await countOf(session, 'public.locale')).toBe(1);
  expect(await fateOf(create(session, { enabled: true, code: 'de_DE' }, 'k'))).toBe('replayed');
});

test('a key is that of one caller, one operation and one organization', async () => {
  const session = await catalogue.addOrganization('First');
  const other = await catalogue.addOrganization('Second');
  const colleague = { ...session, actor: { type: 'token', id: 'tok_other', name: 'Other' } } as const;
  const rename = { ...createLocale, name: 'addLocale' };
  expect(await fateOf(create(session, { code: 'de_DE' }, 'k'))).toBe('done');
  expect(await fateOf(create(other, { code: 'de_DE' }, 'k'))).toBe('done');
  expect(await fateOf(create(colleague, { code: 'de_AT' }, 'k'))).toBe('done');
  const byOther = catalogue.runner.write(session, rename, { code: 'de_CH' }, { idempotencyKey: 'k' });
  expect(await fateOf(byOther)).toBe('done');
});

test('refusals are not kept: the same request succeeds once what stood in its way is gone', async () => {
  const session = await catalogue.addOrganization('Refused');
  await create(session, { code: 'de_DE' }, 'other key');
  const input = { code: 'DE_de' };
  expect(await fateOf(create(session, input, 'k'))).toBe('duplicate-code');
  expect(await fateOf(create(session, { code: 'not a locale' }, 'k'))).toBe('validation-failed');
  expect(await countOf(session, 'ledger.idempotency_record')).toBe(1);
  await catalogue.runner.write(session, deleteLocale, { patch: { code: 'de_DE' } });
  expect(await fateOf(create(session, { code: 'de_DE' }, 'k'))).toBe('done');
});

test('failures are not kept either: record and effect stand or fall together', async () => {
  const session = await catalogue.addOrganization('Failing');
  const { owner } = catalogue.database;
  const { organizationId } = session;
  await owner.query('DELETE FROM ledger.counter WHERE organization_id = $1', [organizationId]);
  // The ledger is written after the record: what fails there takes the record with it.
  expect(await fateOf(create(session, { code: 'de_DE' }, 'k'))).toContain('has no counter');
  expect(await countOf(session, 'ledger.idempotency_record')).toBe(0);
  await owner.query('INSERT INTO ledger.counter (organization_id) VALUES ($1)', [organizationId]);
  expect(await fateOf(create(session, { code: 'de_DE' }, 'k'))).toBe('done');
});

test('a key is forgotten after 24 hours and can then stand for another request', async () => {
  const session = await catalogue.addOrganization('Forgetful');
  await create(session, { code: 'de_DE' }, 'k');
  const { rows } = await catalogue.database.owner.query<{ hours: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM ledger.idempotency_record
     WHERE organization_id = $1`,
    [session.organizationId],
  );
  expect(rows).toEqual([{ hours: 24 }]);
  const passes = (time: string) =>
    catalogue.database.owner.query(
      `UPDATE ledger.idempotency_record SET expires_at = expires_at - $2::interval WHERE organization_id = $1`,
      [session.organizationId, time],
    );
  await passes('23 hours 58 minutes');
  expect(await fateOf(create(session, { code: 'de_AT' }, 'k'))).toBe('idempotency-key-reused');
  await passes('2 minutes');
  expect(await fateOf(create(session, { code: 'de_AT' }, 'k'))).toBe('done');
  expect(await fateOf(create(session, { code: 'de_AT' }, 'k'))).toBe('replayed');
  expect(await countOf(session, 'ledger.idempotency_record')).toBe(1);
});

test('an operation whose answer is secret takes no key', async () => {
  const secret = { ...updateLocale, retry: 'unsafe' } as const;
  const input = { patch: { code: 'de_DE', enabled: true } };
  const sending = catalogue.runner.write(catalogue.owner, secret, input, { idempotencyKey: 'k' });
  await expect(sending).rejects.toMatchObject({ code: 'invalid-parameter', status: 400 });
});

test('a request whose object was deleted since is told so, and writes nothing', async () => {
  const session = await catalogue.addOrganization('Deleting');
  await create(session, { code: 'de_DE' }, 'k');
  await catalogue.runner.write(session, deleteLocale, { patch: { code: 'de_DE' } }, { idempotencyKey: 'd' });
  await expect(create(session, { code: 'de_DE' }, 'k')).rejects.toMatchObject({
    code: 'deleted',
    kind: 'not-found',
    status: 410,
    detail:
      "The locale 'de_DE', which the first request with this idempotency key wrote, was deleted in the meantime. Use a new key to write it again.",
  });
  expect(await countOf(session, 'public.locale')).toBe(0);
  // That it was deleted stays true.
  const again = { patch: { code: 'de_DE' } };
  const { replayed } = await catalogue.runner.write(session, deleteLocale, again, { idempotencyKey: 'd' });
  expect(replayed).toBe(true);

  // Another object of the same code is not the one that the first request wrote.
  await create(session, { code: 'de_DE' }, 'new key');
  expect(await fateOf(create(session, { code: 'de_DE' }, 'k'))).toBe('deleted');
});

test('a product that was deleted is told of as long as it is, and answered again once it is restored', async () => {
  const session = await catalogue.addOrganization('Restoring');
  const send = () =>
    catalogue.execute(
      `mutation { createProduct(input: { sku: "CAP" }, idempotencyKey: "k") {
         __typename ... on ProductPayload { outcome product { sku version } } ... on Problem { code status } } }`,
      {},
      session,
    );
  const { data } = await send();
  expect(data).toMatchObject({ createProduct: { outcome: 'CREATED', product: { sku: 'CAP', version: 1 } } });
  await catalogue.runner.write(session, deleteProduct, { ref: 'CAP' });
  expect(await send()).toEqual({
    data: { createProduct: { __typename: 'NotFound', code: 'deleted', status: 410 } },
  });
  await catalogue.runner.write(session, restoreProduct, { ref: 'CAP' });
  expect((await send()).data).toMatchObject({ createProduct: { product: { sku: 'CAP', version: 3 } } });
});

test('every creation that takes a key can tell that its object was deleted since', () => {
  const { Mutation } = guardedSchema().getTypeMap();
  if (!isObjectType(Mutation)) throw new Error('There are no mutations.');
  const silent = Object.values(Mutation.getFields()).filter(({ args, type }) => {
    const result = getNamedType(type);
    const takesKey = args.some(({ name }) => name === 'idempotencyKey');
    return takesKey && !(isUnionType(result) && result.getTypes().some(({ name }) => name === 'NotFound'));
  });
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('what is deleted between writing and answering is no failure of the server', async () => {
  const session = await catalogue.addOrganization('Racing');
  const { database, runner } = catalogue;
  const racing: OperationRunner = {
    ...runner,
    async write(caller, operation, input, options) {
      const outcome = await runner.write(caller, operation, input, options);
      await runner.write(session, deleteLocale, { patch: { code: 'de_DE' } });
      return outcome;
    },
  };
  const clock = { now: () => new Date() };
  const links = createFileLinks({ secret: 'test', publicUrl: 'http://catalograph.test', clock });
  const storage = createMemoryStorage();
  const dependencies = {
    database,
    runner: racing,
    cursors: createCursors('test'),
    clock,
    links,
    storage,
    ...WEBHOOK_TOOLS,
  };
  const { errors } = await execute({
    schema: guardedSchema(),
    document: parse(
      'mutation { createLocale(input: { code: "de_DE" }) { ... on LocalePayload { locale { code } } } }',
    ),
    contextValue: new RequestContext(dependencies, session, null),
  });
  expect(errors?.map(({ originalError }) => originalError)).toMatchObject([{ code: 'deleted', status: 410 }]);
});

test('a replayed answer shows the object as it is now', async () => {
  const session = sessionOf((await catalogue.addOrganization('GraphQL')).organizationId);
  const document = `mutation ($code: String!) {
    createLocale(input: { code: $code }, idempotencyKey: "k") { ... on LocalePayload { outcome locale { code version } } }
  }`;
  const first = await catalogue.execute(document, { code: 'de_DE' }, session);
  await catalogue.runner.write(session, updateLocale, { patch: { code: 'de_DE', enabled: true } });
  const second = await catalogue.execute(document, { code: 'de_DE' }, session);
  expect(first.data).toEqual({ createLocale: { outcome: 'CREATED', locale: { code: 'de_DE', version: 1 } } });
  expect(second.data).toEqual({
    createLocale: { outcome: 'CREATED', locale: { code: 'de_DE', version: 2 } },
  });
});
