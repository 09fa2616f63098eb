// Risk: a backup cannot be restored, lacks something, mixes two moments, or a broken one leaves half a catalogue behind.
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openAppContext, openMediaStorage } from '../../src/app.ts';
import { backUp } from '../../src/commands/backup.ts';
import { resealSecrets } from '../../src/commands/reseal-secrets.ts';
import { restore } from '../../src/commands/restore.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { SecretError } from '../../src/platform/secret/secret-error.ts';
import { pngOf } from '../support/media.ts';
import { createEmptyDatabase } from '../support/postgres-server.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { silentLog } from '../support/silent-log.ts';
import { createTestFolder } from '../support/test-folder.ts';

const folder = await createTestFolder();
const file = join(folder.path, 'backup.tar.gz');
let served: ServedProgram;
let config: Config;
/** What the commands have said. */
let said = '';

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  served = await serveProgram({ DATA_DIR: folder.path, OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' });
  await served.seedDemo();
  config = readConfig({ ...served.environment, DATA_DIR: folder.path });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pngOf(64, 48))], { type: 'image/png' }), 'lamp.png');
  const headers = { authorization: `Bearer ${served.token}` };
  const upload = { method: 'POST', headers, body: form };
  expect((await served.request('/api/v1/media', upload)).status).toBe(201);
  const hook = 'mutation { createWebhook(input: { url: "http://127.0.0.1:9/" }) { __typename } }';
  await served.graphql(hook);
  await served.graphql('mutation { createProduct(input: { sku: "ÜBER-\\t\\\\N-🌊" }) { __typename } }');
  await backUp(config, file);
}, 60_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await served.close();
  await folder.remove();
});

/** An empty place to restore to. */
async function emptyPlace() {
  const database = await createEmptyDatabase();
  const target = await createTestFolder();
  onTestFinished(async () => {
    await database.drop();
    await target.remove();
  });
  const environment = {
    ...served.environment,
    DATABASE_URL: database.connectionString,
    DATA_DIR: target.path,
  };
  return { ...database, config: readConfig(environment) };
}

/** A digest of every row of every table, in the order of their text. */
async function hashesOf(connectionString: string): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname IN ('public', 'auth', 'ledger', 'search')
         AND relname NOT IN ('_prisma_migrations', 'session', 'verification', 'throttle') ORDER BY 1`,
    );
    const hashes: [string, string][] = [];
    for (const { name } of tables) {
      // The epoch is another one after a restore, and nothing else is.
      const row = name === 'ledger.counter' ? "(to_jsonb(one) - 'epoch')::text" : 'one::text';
      const { rows } = await client.query<{ row: string }>(
        `SELECT row FROM (SELECT ${row} AS row FROM ${name} AS one) AS rows ORDER BY row COLLATE "C"`,
      );
      const digest = createHash('sha256')
        .update(rows.map(({ row }) => row).join('\n'))
        .digest('hex');
      hashes.push([name, `${rows.length} rows ${digest}`]);
    }
    const { rows } = await client.query<{ value: string }>(
      'SELECT last_value::text AS value FROM tenancy.structure_revision',
    );
    return { ...Object.fromEntries(hashes), 'tenancy.structure_revision': rows[0]?.value ?? '' };
  } finally {
    await client.end();
  }
}

async function epochsOf(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ epoch: string }>('SELECT epoch FROM ledger.counter ORDER BY 1');
  await client.end();
  return rows.map(({ epoch }) => epoch);
}

async function filesOf(of: Config): Promise<Readonly<Record<string, string>>> {
  const storage = await openMediaStorage(of);
  const found: [string, string][] = [];
  for await (const { key } of storage.list('')) {
    const digest = createHash('sha256');
    const object = await storage.get(key);
    for await (const chunk of object?.stream ?? []) digest.update(chunk);
    found.push([key, digest.digest('hex')]);
  }
  return Object.fromEntries(found.sort());
}

test('a backup restored into an empty database is the same catalogue, files included', async () => {
  expect(said).toMatch(/^\d+ rows and 1 files in .*backup\.tar\.gz\n$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = await hashesOf(served.connectionString);
  expect(Object.values(before).filter((hash) => !hash.startsWith('0 rows')).length).toBeGreaterThan(25);

  const installation = await emptyPlace();
  await restore(installation.config, file);
  expect(await hashesOf(installation.connectionString)).toEqual(before);
  expect(await epochsOf(installation.connectionString)).not.toEqual(await epochsOf(served.connectionString));
  expect(await filesOf(installation.config)).toEqual(await filesOf(config));
  expect(Object.keys(await filesOf(installation.config))).toHaveLength(1);

  // It works on: the sequence of events goes on where it stood.
  const restored = await openAppContext(installation.config, silentLog, 'require');
  const session = systemSession(served.organizationId, { door: 'system', requestId: 'test' });
  const items = { items: [{ sku: 'AFTER' }], mode: 'upsert', errorPolicy: 'reject_all' } as const;
  await restored.runner.write(session, upsertProducts, items);
  const { rows } = await restored.database.owner.query<{ gaps: number }>(
    `SELECT (max(sequence) - count(*))::int AS gaps FROM ledger.event WHERE organization_id = $1`,
    [served.organizationId],
  );
  expect(rows).toEqual([{ gaps: 0 }]);
  await restored.close();

  await expect(restore(installation.config, file)).rejects.toThrow(
    'The database already contains a catalogue. Restore into an empty database.',
  );
  await expect(backUp(config, file)).rejects.toThrow(/^There is a file .*: name another one\.$/);
});

test('what is written meanwhile is in it as a whole or not at all', async () => {
  const session = systemSession(served.organizationId, { door: 'system', requestId: 'test' });
  let isOver = false;
  const write = async (writer: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const items = {
        items: [{ sku: `BUSY-${writer}-${turn}` }],
        mode: 'upsert',
        errorPolicy: 'reject_all',
      } as const;
      await served.catalogue.runner.write(session, upsertProducts, items);
    }
  };
  const writing = [write(1), write(2), write(3)];
  const busy = join(folder.path, 'busy.tar.gz');
  await backUp(config, busy);
  isOver = true;
  await Promise.all(writing);
  const installation = await emptyPlace();
  await restore(installation.config, busy);
  const client = new pg.Client({ connectionString: installation.connectionString });
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT count(*) FROM product)::int AS products, (SELECT count(*) FROM search.product)::int AS searched,
       (SELECT count(*) FROM ledger.event WHERE resource = 'product' AND verb = 'created')::int AS created,
       (SELECT max(sequence) FROM ledger.event)::int AS last, (SELECT last_sequence FROM ledger.counter)::int AS counted`,
  );
  await client.end();
  const [{ products, searched, created, last, counted }] = rows as [Record<string, number>];
  expect([searched, created, counted]).toEqual([products, products, last]);
});

test('a backup that is not whole or was damaged leaves the database empty', async () => {
  const bytes = await readFile(file);
  const plain = gunzipSync(bytes);
  const place = plain.indexOf('products_csv') + 2;
  const damaged = Buffer.from(plain);
  damaged[place] = 'X'.charCodeAt(0);
  const broken: readonly (readonly [string, Buffer, RegExp])[] = [
    ['cut off', bytes.subarray(0, bytes.length - 40), /incomplete/],
    ['no backup', Buffer.from('not a backup at all'), /not a backup/],
    [
      'an archive without a head',
      gzipSync(plain.subarray(plain.indexOf('tables/') - 100)),
      /not a backup|incomplete|Invalid/,
    ],
    [
      'one byte differs',
      gzipSync(damaged),
      /^The backup is damaged: the rows of public\.import_export_profile are not/,
    ],
    [
      'of the future',
      gzipSync(Buffer.from(plain.toString('latin1').replace('"format": 1', '"format": 9'), 'latin1')),
      /newer one/,
    ],
  ];
  const target = await emptyPlace();
  for (const [what, content, message] of broken) {
    const path = join(folder.path, 'broken.tar.gz');
    await writeFile(path, content);
    await expect(restore(target.config, path), what).rejects.toThrow(message);
  }
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  const { rows } = await client.query('SELECT (SELECT count(*) FROM organization)::int AS organizations');
  await client.end();
  expect(rows).toEqual([{ organizations: 0 }]);
  // And then the whole one goes in, and says that another secret is needed to read what was sealed.
  said = '';
  const others = { ...target.config, secret: 'another secret that has forty characters' };
  await restore(others, file);
  expect(said).toContain(`It was made with another secret. ${OTHER_SECRET}\n`);
  // Nothing starts on it until the old one is named.
  await expect(openAppContext(others, silentLog, 'require')).rejects.toThrow(new SecretError(OTHER_SECRET));
  said = '';
  await resealSecrets({ ...others, previousSecrets: [config.secret ?? ''] }, false);
  expect(said).toBe('1 webhooks were re-encrypted. PREVIOUS_SECRETS is no longer needed.\n');
  await (await openAppContext(others, silentLog, 'require')).close();
});

test('restored on a new machine without its secret, it asks for that file and makes no other', async () => {
  const installation = await emptyPlace();
  const alone = { ...installation.config, secret: null };
  said = '';
  await restore(alone, file);
  const path = join(alone.dataDir, 'secret');
  const message = `The secret in ${path} is missing, and the database was used with one: restore that file from your backup, or name it in PREVIOUS_SECRETS and run the command reseal-secrets. If it is lost, run reseal-secrets with --lost.`;
  expect(said).toContain(`It was made with another secret. ${message}\n`);
  await expect(openAppContext(alone, silentLog, 'require')).rejects.toThrow(new SecretError(message));
  await writeFile(path, `${config.secret}\n`);
  await (await openAppContext(alone, silentLog, 'require')).close();
});

test('goes on with a new secret when nobody has the old one, and lists what cannot be opened', async () => {
  const installation = await emptyPlace();
  const others = { ...installation.config, secret: 'another secret that has forty characters' };
  await restore(others, file);
  said = '';
  await resealSecrets(others, true);
  expect(said).toMatch(
    /^0 webhooks were re-encrypted\. .*\nThe secrets of these webhooks can no longer be decrypted, .*:\n[\w=+/-]+\n$/,
  );
  await (await openAppContext(others, silentLog, 'require')).close();
});

const OTHER_SECRET =
  'SECRET is not the one that the database was used with: set that one, or name it in PREVIOUS_SECRETS and run the command reseal-secrets. If it is lost, run reseal-secrets with --lost.';
