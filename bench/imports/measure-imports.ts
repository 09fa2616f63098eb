import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '../../src/app.ts';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import type { Session } from '../../src/kernel/session.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { startImport, storeUpload } from '../../src/modules/import/index.ts';
import { upsertLocales } from '../../src/modules/locale/index.ts';
import { upsertOptionSets, upsertOptions } from '../../src/modules/option-set/index.ts';
import { newId } from '../../src/platform/new-id.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import type { ResourceOperations } from '../../src/platform/resource/resource-operations.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';
import { createJobHandlers } from '../../src/worker/job-handlers.ts';
import { median } from '../statistics.ts';

/** Result of measuring one kind of import. */
export interface ImportRate {
  readonly name: string;
  readonly rowsPerSecond: number;
  /** Part of the speed at which COPY took the same bytes, into a keyed table of texts. */
  readonly ofCopy: number;
  /** Part of the speed at which COPY took the products that came of it, into a table with the indexes of products. */
  readonly ofProductCopy: number;
}

/**
 * Number of measurements of each kind, in turns, each time with a COPY before and after it; the medians count. All
 * those copies are of as many rows of the same kind, so their median is that of all of them.
 */
const ROUNDS = 3;

const COLUMNS = ['sku', 'attribute_set', 'bench_name-en_US', 'bench_color', 'bench_stock', 'bench_text'];
const TEXT = 'A lamp for the table, turned from oak, with a shade of linen and a cable of two metres. ';

/** Returns a file of so many rows; `turn` makes every row another one. */
function fileOf(prefix: string, rows: number, turn: number): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    [`${prefix}-${row}`, 'bench_set', `Lamp ${row}`, row % 2 ? 'oak' : 'linen', row + turn, TEXT].join(';'),
  );
  return `${[COLUMNS.join(';'), ...lines].join('\n')}\n`;
}

/**
 * Imports files whose rows are all new, all changed and all unchanged, by one job and new ones by two at once, and lets
 * PostgreSQL COPY the same bytes into a table of their columns, keyed by the first, and the products that came of them
 * into one like that of products; either holds as many rows already. All begin with a file on this machine's disk.
 */
export async function measureImports(
  catalogue: AppContext,
  {
    organizationId,
    storage,
    rows,
  }: { readonly organizationId: string; readonly storage: ObjectStorage; readonly rows: number },
): Promise<ImportRate[]> {
  const session = systemSession(organizationId, { door: 'import', requestId: newId() });
  await furnish(catalogue, session);
  await importAll(catalogue, session, storage, [fileOf('held', rows, 0)]);
  // Vacuums, as in a catalogue that has been there for a while.
  await catalogue.database.owner.query('VACUUM (ANALYZE)');
  const seconds = new Map<string, number[]>();
  const copied: number[] = [];
  const stored: number[] = [];
  const measure = async (name: string, prefixes: readonly string[], turn: number) => {
    const files = prefixes.map((prefix) => fileOf(prefix, Math.floor(rows / prefixes.length), turn));
    copied.push(await copySeconds(catalogue, files, rows));
    seconds.set(name, [...(seconds.get(name) ?? []), await importAll(catalogue, session, storage, files)]);
    stored.push(await copyProductsSeconds(catalogue, prefixes));
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    await measure('created', [`one${round}`], 0);
    await measure('changed', [`one${round}`], 1);
    await measure('unchanged', [`one${round}`], 1);
    await measure('created, two at once', [`left${round}`, `right${round}`], 0);
  }
  return [...seconds].map(([name, ofKind]) => {
    const taken = median(ofKind);
    return {
      name,
      rowsPerSecond: rows / taken,
      ofCopy: median(copied) / taken,
      ofProductCopy: median(stored) / taken,
    };
  });
}

async function furnish({ runner }: AppContext, session: Session): Promise<void> {
  const write = async (upsert: ResourceOperations['upsert'], patches: readonly object[]) => {
    const items = patches.map((patch) => ({ patch: patch as never }));
    await runner.write(session, upsert, { items, mode: 'upsert', errorPolicy: 'reject_all' });
  };
  await write(upsertLocales, [{ code: 'en_US', enabled: true }]);
  await write(upsertOptionSets, [{ code: 'bench_colors' }]);
  await write(
    upsertOptions,
    ['oak', 'linen'].map((code) => ({ code, optionSet: 'bench_colors' })),
  );
  const attributes = [
    { code: 'bench_name', type: 'text', localizable: true },
    { code: 'bench_color', type: 'select', optionSet: 'bench_colors' },
    { code: 'bench_stock', type: 'number' },
    { code: 'bench_text', type: 'textarea' },
  ];
  await write(upsertAttributes, attributes);
  const members = attributes.map(({ code }) => ({ code }));
  await write(upsertAttributeSets, [
    { code: 'bench_set', attributes: members, attributeAsLabel: 'bench_name' },
  ]);
}

/** Imports files at once, each by its job; returns the seconds. */
async function importAll(
  { runner, log, database }: AppContext,
  session: Session,
  storage: ObjectStorage,
  files: readonly string[],
): Promise<number> {
  const { organizationId } = session;
  const [handler] = createJobHandlers({ runner, log, storage });
  const jobIds: (string | null)[] = [];
  for (const text of files) {
    const bytes = (async function* () {
      yield Buffer.from(text);
    })();
    const file = await storeUpload(storage, bytes, { organizationId, name: 'bench.csv' });
    const input = {
      profile: null,
      file,
      dryRun: false,
      webhooks: 'each',
      overrides: { resource: 'products' },
    } as const;
    jobIds.push(decodeIdOf('Job', (await runner.write(session, startImport, input)).output.id));
  }
  const began = performance.now();
  const stopping = new AbortController().signal;
  await Promise.all(jobIds.map((jobId) => handler?.run({ organizationId, jobId }, stopping)));
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await database.owner.query<{ status: string; failure: unknown }>(
    'SELECT status, failure FROM public.job WHERE id = ANY($1)',
    [jobIds],
  );
  const wrong = rows.find(({ status }) => status !== 'completed');
  if (wrong !== undefined) throw new Error(`The import ended ${JSON.stringify(wrong)}.`);
  return seconds;
}

async function copySeconds(
  { database }: AppContext,
  files: readonly string[],
  rows: number,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-copy-'));
  const client = await database.owner.connect();
  try {
    const paths = [join(folder, 'held.csv'), ...files.map((_, index) => join(folder, `${index}.csv`))];
    for (const [index, text] of [fileOf('held', rows, 0), ...files].entries())
      await writeFile(paths[index] ?? '', text);
    // The server may run as another user.
    for (const path of [folder, ...paths]) await chmod(path, 0o755);
    const [key = '', ...others] = COLUMNS.map((name) => `"${name}" text`);
    await client.query(`CREATE TABLE public.bench_copy (${key} PRIMARY KEY, ${others.join(', ')})`);
    const copy = (path: string) =>
      client.query(`COPY public.bench_copy FROM '${path}' (FORMAT csv, HEADER, DELIMITER ';')`);
    await copy(paths[0] ?? '');
    const began = performance.now();
    for (const path of paths.slice(1)) await copy(path);
    return (performance.now() - began) / 1_000;
  } finally {
    await client.query('DROP TABLE IF EXISTS public.bench_copy');
    client.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the products with some prefixes into a table like theirs that holds others; returns the seconds. */
async function copyProductsSeconds({ database }: AppContext, prefixes: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-copy-'));
  const client = await database.owner.connect();
  try {
    await chmod(folder, 0o777);
    const columns = await client.query<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = 'public.product'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    );
    const names = columns.rows[0]?.names ?? '';
    await client.query('CREATE TABLE public.bench_product (LIKE public.product INCLUDING ALL)');
    await client.query(
      `INSERT INTO public.bench_product (${names}) SELECT ${names} FROM public.product WHERE sku LIKE 'held-%'`,
    );
    const paths = prefixes.map((prefix) => join(folder, prefix));
    for (const [index, prefix] of prefixes.entries())
      await client.query(
        `COPY (SELECT ${names} FROM public.product WHERE sku LIKE '${prefix}-%') TO '${paths[index]}'`,
      );
    const began = performance.now();
    for (const path of paths) await client.query(`COPY public.bench_product (${names}) FROM '${path}'`);
    return (performance.now() - began) / 1_000;
  } finally {
    await client.query('DROP TABLE IF EXISTS public.bench_product');
    client.release();
    await rm(folder, { recursive: true, force: true });
  }
}
