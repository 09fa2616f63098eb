// Risk: trying something out leaves traces or keeps rows locked, and so stops the people who really write.
import { execute, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestState } from '../../../src/adapters/graphql/request-state.ts';
import { runDocument } from '../../../src/adapters/graphql/run-document.ts';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import { createCursors } from '../../../src/kernel/page.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { createLocale, updateLocale } from '../../../src/modules/locale/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createFileLinks } from '../../../src/platform/storage/file-links.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { silentLog } from '../../support/silent-log.ts';
import { testStatement } from '../../support/statement.ts';
import { WEBHOOK_TOOLS } from '../../support/webhook-tools.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization({ applicationPoolSize: 4 });
});
afterAll(() => catalogue.close());

const LOCK = testStatement(
  'test.lock',
  'UPDATE public.locale SET version = version + 1 WHERE organization_id = $1::uuid',
);
const INSERT = testStatement(
  'test.insert',
  `INSERT INTO public.currency (organization_id, id, code, code_key, created_at, updated_at)
   VALUES ($1::uuid, $2::uuid, $3, $4, now(), now())`,
);

let afterCommit = 0;
/** Writes a currency and changes a locale. */
const change = defineWrite({
  name: 'changeSomething',
  scope: 'settings:write',
  effect: 'write',
  retry: 'with-key',
  errors: [],
  async handler(context: WriteContext, { code }: { readonly code: string }) {
    const { organizationId } = context.session;
    await context.execute(LOCK, [organizationId]);
    const id = newId();
    await context.execute(INSERT, [organizationId, id, code, code.toLowerCase()]);
    context.emit({
      resource: 'currency',
      verb: 'created',
      objectId: id,
      ref: code,
      version: 1,
      changes: [],
    });
    context.afterCommit(() => {
      afterCommit += 1;
    });
    return { id, dryRun: context.dryRun };
  },
});

/** Everything stored for an organization that a dry run must not change. */
async function stateOf({ organizationId }: Session) {
  const { rows } = await catalogue.database.owner.query<{ state: object }>(
    `SELECT jsonb_build_object(
       'locales', (SELECT jsonb_agg(locale ORDER BY id) FROM public.locale WHERE organization_id = $1),
       'currencies', (SELECT jsonb_agg(currency ORDER BY id) FROM public.currency WHERE organization_id = $1),
       'organization', (SELECT to_jsonb(organization) FROM public.organization WHERE id = $1),
       'counter', (SELECT last_sequence FROM ledger.counter WHERE organization_id = $1),
       'events', (SELECT count(*) FROM ledger.event WHERE organization_id = $1),
       'keys', (SELECT count(*) FROM ledger.idempotency_record WHERE organization_id = $1)) AS state`,
    [organizationId],
  );
  return rows[0]?.state;
}

/** Whether the organization's locales can be locked right now. */
const isLocked = ({ organizationId }: Session) =>
  catalogue.database.owner
    .query('SELECT 1 FROM public.locale WHERE organization_id = $1 FOR UPDATE NOWAIT', [organizationId])
    .then(
      () => false,
      (error: { code: string }) => error.code === '55P03',
    );

async function organizationWithLocale(name: string): Promise<Session> {
  const session = await catalogue.addOrganization(name);
  await catalogue.runner.write(session, createLocale, { code: 'de_DE' });
  return session;
}

test('a dry run answers from its state until its end, then nothing is left', async () => {
  const session = await organizationWithLocale('Dry');
  const before = await stateOf(session);
  afterCommit = 0;
  const { output, state, end } = await catalogue.runner.dryRun(session, change, { code: 'EUR' });
  expect(output.dryRun).toBe(true);
  expect(await state.prisma.currency.findMany({ select: { id: true, code: true } })).toEqual([
    { id: output.id, code: 'EUR' },
  ]);
  expect(await stateOf(session)).toEqual(before);
  expect(await isLocked(session)).toBe(true);
  await end();
  expect(await isLocked(session)).toBe(false);
  expect(await stateOf(session)).toEqual(before);
  expect(afterCommit).toBe(0);

  const { output: real } = await catalogue.runner.write(session, change, { code: 'EUR' });
  expect(real.dryRun).toBe(false);
  expect(afterCommit).toBe(1);
});

test('each of two dry runs at once reads what it would leave, and nothing once it is over', async () => {
  const { runner } = catalogue;
  const [one, other] = [await organizationWithLocale('One'), await organizationWithLocale('Other')];
  const euro = await runner.dryRun(one, change, { code: 'EUR' });
  const koruna = await runner.dryRun(other, change, { code: 'CZK' });
  const codes = ({ state }: typeof euro) => state.prisma.currency.findMany({ select: { code: true } });
  expect(await Promise.all([codes(euro), codes(koruna)])).toEqual([[{ code: 'EUR' }], [{ code: 'CZK' }]]);
  const { prisma, transaction } = euro.state;
  await euro.end();
  await expect(prisma.currency.findMany()).rejects.toThrow('is over');
  await expect(transaction.execute(testStatement('test.late', 'SELECT 1'))).rejects.toThrow('is over');
  expect(await codes(koruna)).toEqual([{ code: 'CZK' }]);
  await koruna.end();
});

test('the Prisma client of a dry run neither begins nor ends a transaction', async () => {
  const session = await organizationWithLocale('Bound');
  const { state, end } = await catalogue.runner.dryRun(session, change, { code: 'EUR' });
  const { prisma } = state;
  await expect(prisma.$transaction((own) => own.currency.count())).rejects.toThrow('only reads');
  for (const statement of ['BEGIN', 'COMMIT', 'rollback', ' START TRANSACTION READ ONLY'])
    await expect(prisma.$executeRawUnsafe(statement)).rejects.toThrow('only reads');
  expect(await prisma.currency.count()).toBe(1);
  await end();
});

test('a refused dry run leaves nothing open', async () => {
  const session = await organizationWithLocale('Refused');
  const refused = catalogue.runner.dryRun(session, createLocale, { code: 'DE_de' });
  await expect(refused).rejects.toMatchObject({ code: 'duplicate-code' });
  expect(await isLocked(session)).toBe(false);
});

test('ending a dry run twice is harmless, and connections come back', async () => {
  const session = await organizationWithLocale('Many');
  for (let turn = 0; turn < 12; turn += 1) {
    const { end } = await catalogue.runner.dryRun(session, change, { code: 'EUR' });
    await Promise.all([end(), end()]);
    await end();
  }
  expect(await isLocked(session)).toBe(false);
});

const DRY_UPDATE = `updateLocale(code: "de_DE", input: { enabled: true }, dryRun: true) {
  ... on LocalePayload { dryRun locale { id enabled version } }
}`;

test('each dry run of a document starts from the stored state, and a write after it is real', async () => {
  const session = await organizationWithLocale('Document');
  const result = await catalogue.execute(
    `mutation {
      first: ${DRY_UPDATE}
      second: ${DRY_UPDATE}
      real: updateLocale(code: "de_DE", input: { enabled: true }) {
        ... on LocalePayload { dryRun outcome locale { id enabled version } }
      }
    }`,
    {},
    session,
  );
  const dryId = expect.stringMatching(/^dry_loc_[0-9a-f]{32}$/);
  const dry = { dryRun: true, locale: { id: dryId, enabled: true, version: 2 } };
  const realId = expect.stringMatching(/^loc_[0-9a-f]{32}$/);
  expect(result.data).toEqual({
    first: dry,
    second: dry,
    real: { dryRun: false, outcome: 'UPDATED', locale: { id: realId, enabled: true, version: 2 } },
  });
});

test('a dry run with an idempotency key remembers nothing', async () => {
  const session = await organizationWithLocale('Key');
  const create = (dryRun: boolean) =>
    catalogue.execute(
      `mutation { createLocale(input: { code: "fr_FR" }, idempotencyKey: "k", dryRun: ${dryRun}) {
        ... on LocalePayload { dryRun outcome }
      } }`,
      {},
      session,
    );
  expect((await create(true)).data).toEqual({ createLocale: { dryRun: true, outcome: 'CREATED' } });
  expect((await create(true)).data).toEqual({ createLocale: { dryRun: true, outcome: 'CREATED' } });
  expect((await create(false)).data).toEqual({ createLocale: { dryRun: false, outcome: 'CREATED' } });
});

test.each<[string, () => PromiseLike<never> | never]>([
  [
    'throws',
    () => {
      throw new Error('the engine broke');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the engine broke'))],
])('an answer that %s in the middle of a dry run leaves no lock', async (_how, breakOff) => {
  const session = await organizationWithLocale('Broken');
  const { database, runner } = catalogue;
  const dependencies = {
    database,
    runner,
    cursors: createCursors('test'),
    clock: { now: () => new Date() },
    log: silentLog,
    recordRefusal: async () => undefined,
    storage: catalogue.storage,
    ...WEBHOOK_TOOLS,
    links: createFileLinks({ secret: 'test', publicUrl: 'http://catalograph.test', clock: systemClock }),
  };
  const exchange: RequestState = {
    requestId: 'test',
    idempotencyKey: null,
    authenticate: async () => session,
    session,
    answerHeaders: {},
  };
  let lockedMeanwhile = false;
  const brokenEngine: typeof execute = async (args) => {
    await execute(args);
    lockedMeanwhile = await isLocked(session);
    return breakOff();
  };
  const document = parse(`mutation { ${DRY_UPDATE} }`);
  const { errors } = await runDocument(dependencies, exchange, brokenEngine, {
    schema: guardedSchema(),
    document,
  });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['internal-error']);
  expect(lockedMeanwhile).toBe(true);
  expect(await isLocked(session)).toBe(false);
});

test('what a dry run locks, a real write waits for no longer than until its end', async () => {
  const session = await organizationWithLocale('Waiting');
  const { end } = await catalogue.runner.dryRun(session, change, { code: 'EUR' });
  const input = { patch: { code: 'de_DE', enabled: true } };
  let written = false;
  const writing = catalogue.runner.write(session, updateLocale, input).then(() => {
    written = true;
  });
  while (await nobodyWaits()) expect(written).toBe(false);
  await end();
  await writing;
  expect(written).toBe(true);
});

async function nobodyWaits(): Promise<boolean> {
  const { rows } = await catalogue.database.owner.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting === 0;
}
