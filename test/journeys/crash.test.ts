// Risk: a crash in the middle of work loses what was acknowledged, leaves half of a change, or the program does not start again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppContext } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { LEDGER_RESOURCES } from '../../src/kernel/event.ts';
import { provisionOrganization } from '../../src/modules/organization/index.ts';
import { MODULES } from '../../src/modules.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { MAIN } from '../main/program.ts';
import { makeServerDir } from '../support/postgres-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { silentLog } from '../support/silent-log.ts';

const wholeFolder =
  process.env.CATALOGRAPH_ICECAT_DIR ?? resolve(import.meta.dirname, '../../../shared/data/icecat');
const isThere = existsSync(join(wholeFolder, 'products.csv'));
const why = isThere ? '' : ` (skipped: there is no catalogue in ${wholeFolder}; set CATALOGRAPH_ICECAT_DIR)`;
/** How many products are imported, beside the 81 models; the catalogue has 1,239. */
const PRODUCTS = Number(process.env.CRASH_PRODUCTS ?? 300);
const MODELS = 81;
const writerPath = resolve(import.meta.dirname, '../support/confirming-writer.ts');

/** A program that runs beside the tests, with all that it has said so far. */
interface Program {
  readonly process: ChildProcess;
  readonly said: { out: string; err: string };
  /** Its exit status or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

function run(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...environment } });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => {
    said.out += data;
  });
  child.stderr.on('data', (data: Buffer) => {
    said.err += data;
  });
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => (code ?? signal) as number | string);
  return { process: child, said, ended };
}

describe.skipIf(!isThere)(`a crash during the import of the icecat catalogue${why}`, () => {
  let dataDir: string;
  /** The catalogue with the first {@link PRODUCTS} products. */
  let folder: string;
  let remove: () => Promise<void>;
  const organizations: Record<string, string> = {};
  const acknowledged: string[] = [];

  beforeAll(async () => {
    const made = await makeServerDir();
    ({ remove } = made);
    dataDir = join(made.dir, 'data');
    folder = join(made.dir, 'icecat');
    await cp(wholeFolder, folder, { recursive: true });
    const file = join(folder, 'products.csv');
    // A record ends with a line end outside of quotes.
    const records = (await readFile(file, 'utf8')).match(/(?:"(?:[^"]|"")*"|[^"\n])+\n/g) ?? [];
    await chmod(file, 0o644);
    await writeFile(file, records.slice(0, 1 + PRODUCTS).join(''));
    const catalogue = await openAppContext(readConfig({ DATA_DIR: dataDir }), silentLog, 'apply');
    const owner = { name: 'Owner', email: 'owner@example.test', password: 'correct horse battery' };
    const setUp = { owner: catalogue.database.owner, clock: catalogue.clock };
    for (const name of ['Broken', 'Unbroken', 'Writers']) {
      const made = await provisionOrganization(setUp, { name, owner }, MODULES);
      organizations[name] = made.organizationId;
    }
    await catalogue.close();
  }, 60_000);
  afterAll(() => remove?.());

  const importInto = (organization: string) =>
    run(MAIN, ['import', 'akeneo', folder, '--organization', organization], {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    });
  const postmasterPid = async () =>
    Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

  /** Starts the database as the next start of the program would, and asks it. */
  async function afterRestart<Answer>(ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
    const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: silentLog });
    const client = new pg.Client({ connectionString: server.connectionString });
    try {
      await client.connect();
      return await ask(client);
    } finally {
      await client.end();
      await server.stop();
    }
  }

  /** A connection that looks on; it goes with the database. */
  async function watch(): Promise<pg.Client> {
    const location = { dataDir: join(dataDir, 'postgres'), log: silentLog };
    const server = await startEmbeddedPostgres(location);
    const client = new pg.Client({ connectionString: server.connectionString });
    client.on('error', () => undefined);
    await client.connect();
    leave = () => server.stop();
    return client;
  }
  let leave: () => Promise<void> = async () => undefined;

  /** The process of the database that writes for the import at this moment. */
  async function writingBackend(watcher: pg.Client): Promise<number> {
    for (;;) {
      const { rows } = await watcher.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'catalograph' AND backend_xid IS NOT NULL`,
      );
      if (rows[0] !== undefined) return rows[0].pid;
    }
  }

  const killPrograms = (...programs: readonly Program[]) => {
    for (const { process: child } of programs) child.kill('SIGKILL');
  };
  const blows: readonly {
    readonly hits: string;
    /** The last line of progress before the blow. */
    readonly after: string;
    readonly strike: (watcher: pg.Client, ...programs: readonly Program[]) => Promise<void>;
  }[] = [
    {
      hits: 'the programs',
      after: 'attributes',
      strike: async (_watcher, ...programs) => killPrograms(...programs),
    },
    {
      hits: 'the database',
      after: 'options',
      strike: async () => void process.kill(await postmasterPid(), 'SIGKILL'),
    },
    {
      hits: 'the programs and the database at once',
      after: 'product models',
      strike: async (_watcher, ...programs) => {
        process.kill(await postmasterPid(), 'SIGKILL');
        killPrograms(...programs);
      },
    },
    {
      hits: 'a process of the database',
      after: 'product models',
      strike: async (watcher) => void process.kill(await writingBackend(watcher), 'SIGKILL'),
    },
  ];

  /** Of the import that the blows hit, once it is through. */
  let completedReport: string | null = null;

  test.each(blows)(
    'that hits $hits loses nothing and leaves nothing half done',
    async ({ hits, after, strike }) => {
      const random = seededRandom();
      const watcher = await watch();
      const prefix = hits.replaceAll(' ', '-');
      const writing = run(writerPath, [dataDir, organizations.Writers ?? '', prefix]);
      while (writing.said.out.split('\n').length < 20 && writing.process.exitCode === null) await pause(5);
      const importing = importInto('Broken');
      while (!importing.said.err.includes(`${after}:`) && importing.process.exitCode === null) await pause(1);
      await pause(random.integer(0, 50));
      await strike(watcher, importing, writing);
      const [importEnd, writerEnd] = await Promise.all([importing.ended, writing.ended]);
      if (importEnd === 0) completedReport = importing.said.out;
      await watcher.end();
      await leave();

      acknowledged.push(
        ...writing.said.out
          .split('\n')
          .slice(0, -1)
          .filter((line) => !line.startsWith('!')),
      );
      if (hits.startsWith('the programs')) expect([importEnd, writerEnd]).toEqual(['SIGKILL', 'SIGKILL']);
      else {
        // They outlive the database, say one sentence and end; where only a process of it was hit, it is back at once, and
        // a command that does not notice comes to its end.
        const ends: (number | string)[] = hits === 'a process of the database' ? [0, 1] : [1];
        expect([ends.includes(importEnd), writerEnd]).toEqual([true, 0]);
        expect(importing.said.err).not.toMatch(/^\s+at /m);
        expect(writing.said.err).toBe('');
      }
      const phases = [...importing.said.err.matchAll(/^([a-z ]+): (\d+) of \2$/gm)].map(
        ([, phase = '', count]) => ({ phase, count: Number(count) }),
      );
      expect(phases.map(({ phase }) => phase)).toContain(after);
      expect(phases.some(({ phase }) => phase === 'products')).toBe(importEnd === 0);
      await afterRestart(async (client) => {
        // As if the minute were over after which another worker takes the job of a silent one.
        await client.query(
          `UPDATE public.job SET due_at = queued_at,
             lease_until = CASE WHEN lease_until IS NOT NULL THEN started_at END`,
        );
        expect(await lost(client, acknowledged)).toEqual([]);
        expect(await unledgered(client)).toEqual([]);
        expect(await gaps(client)).toEqual([]);
        if (importEnd !== 0) expect(await stored(client, organizations.Broken ?? '', phases)).toEqual(phases);
      });
    },
    90_000,
  );

  test('lets the same import complete, to the same catalogue as without any crash', async () => {
    if (completedReport === null) {
      const completed = importInto('Broken');
      expect(await completed.ended).toBe(0);
      completedReport = completed.said.out;
    }
    const unbroken = importInto('Unbroken');
    expect(await unbroken.ended).toBe(0);
    expect(countersOf(completedReport).products).toMatchObject({ rows: PRODUCTS, failed: 0, skipped: 0 });
    // One job did it all, each row once, and its report is that of a job that nothing came across.
    expect(completedReport).toBe(unbroken.said.out);
    const digests = await afterRestart(async (client) => ({
      broken: await catalogueOf(client, organizations.Broken ?? ''),
      unbroken: await catalogueOf(client, organizations.Unbroken ?? ''),
      jobs: await client.query(
        `SELECT status FROM public.job WHERE type = 'import' AND organization_id = '${organizations.Broken}'`,
      ),
    }));
    expect(digests.broken).toEqual(digests.unbroken);
    expect(digests.jobs.rows).toEqual([{ status: 'completed' }]);
  }, 90_000);
});

/** Acknowledged products that are not there, or whose creation the ledger does not tell. */
async function lost(client: pg.Client, skus: readonly string[]): Promise<string[]> {
  expect(skus.length).toBeGreaterThan(15);
  const { rows } = await client.query<{ sku: string }>(
    `SELECT sku FROM unnest($1::text[]) AS asked (sku)
     WHERE NOT EXISTS (SELECT 1 FROM public.product JOIN ledger.event ON object_id = product.id AND verb = 'created'
                       WHERE product.sku = asked.sku)`,
    [skus],
  );
  return rows.map(({ sku }) => sku);
}

/** What these words tell of is the end of a job, which is told once. */
const JOBS: ReadonlySet<string> = new Set(['import', 'export', 'revert']);

/** Objects whose versions are not told by the ledger one by one, and events of objects that are not there. */
async function unledgered(client: pg.Client): Promise<string[]> {
  const found: string[] = [];
  for (const resource of LEDGER_RESOURCES) {
    if (JOBS.has(resource) || resource === 'organization') continue;
    const { rows } = await client.query<{ what: string }>(
      `WITH told AS (
         SELECT organization_id, object_id, array_agg(version ORDER BY sequence) AS versions
         FROM ledger.event WHERE resource = $1 AND verb NOT IN ('live_changed', 'derived') GROUP BY 1, 2
       )
       SELECT coalesce(stored.id, told.object_id) || ': ' || coalesce(stored.version, 0) || ' ' || coalesce(told.versions, '{}')::text AS what
       FROM public."${resource}" AS stored
       FULL JOIN told ON told.organization_id = stored.organization_id AND told.object_id = stored.id
       -- What an organization is born with has no event of its own.
       WHERE coalesce(told.versions, '{}') IS DISTINCT FROM ARRAY(SELECT generate_series(1, stored.version))
         AND coalesce(told.versions, '{}') IS DISTINCT FROM
             CASE WHEN $1 = ANY('{locale,currency,measurement_family,import_export_profile}') THEN ARRAY(SELECT generate_series(2, stored.version)) END`,
      [resource],
    );
    found.push(...rows.map(({ what }) => `${resource} ${what}`));
  }
  return found;
}

/** Organizations whose event numbers are not 1 to the last one without gaps. */
async function gaps(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT organization_id || ': ' || last_sequence AS what FROM ledger.counter
     WHERE ARRAY(SELECT sequence FROM ledger.event WHERE event.organization_id = counter.organization_id ORDER BY sequence)
           <> ARRAY(SELECT generate_series(1, last_sequence))`,
  );
  return rows.map(({ what }) => what);
}

const TABLES: Readonly<Record<string, string>> = {
  'attribute groups': 'attribute_group',
  'option sets': 'option_set',
  options: 'option',
  attributes: 'attribute',
  families: 'attribute_set',
};

/** What is stored of the phases that the import had said to be through; others are taken as said. */
async function stored(
  client: pg.Client,
  organization: string,
  phases: readonly { readonly phase: string; readonly count: number }[],
): Promise<object[]> {
  const counted = [];
  for (const { phase, count } of phases) {
    const table = TABLES[phase];
    if (table === undefined) {
      counted.push({ phase, count });
      continue;
    }
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM public."${table}" WHERE organization_id = $1`,
      [organization],
    );
    counted.push({ phase, count: rows[0]?.count ?? 0 });
  }
  return counted;
}

type Counters = {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  skipped: number;
};

/** The table of the report by the names of its lines. */
function countersOf(report: string): Record<string, Counters> {
  const lines = [...report.matchAll(/^([a-z][a-z ]*?) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', ...numbers]) => {
      const [rows = 0, created = 0, updated = 0, unchanged = 0, failed = 0, skipped = 0] =
        numbers.map(Number);
      return [name, { rows, created, updated, unchanged, failed, skipped }];
    }),
  );
}

/** Every product of an organization as it reads, without what differs between two of the same content. */
async function catalogueOf(client: pg.Client, organization: string): Promise<object[]> {
  const { rows } = await client.query(
    `SELECT product.sku, product.type, product.attribute_set, product.variant_layout, parent.sku AS parent, product.level,
       product.status, product.channels, product.categories, product.values, product.axis_key, product.completeness,
       product.version
     FROM public.product LEFT JOIN public.product AS parent
       ON parent.organization_id = product.organization_id AND parent.id = product.parent_id
     WHERE product.organization_id = $1 ORDER BY product.sku`,
    [organization],
  );
  expect(rows.length).toBe(PRODUCTS + MODELS);
  return rows;
}
