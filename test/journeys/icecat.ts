import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { defineWrite, type WriteContext } from '../../src/kernel/operation.ts';
import type { ImportReport } from '../../src/modules/akeneo/index.ts';
import { seedCurrencies } from '../../src/modules/currency/index.ts';
import { seedLocales } from '../../src/modules/locale/index.ts';
import { seedMeasurementFamilies } from '../../src/modules/measurement/index.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { type FolderImport, importAkeneoFolder } from '../support/akeneo-folder.ts';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';
import { createTestStorage, type TestStorage } from '../support/storage.ts';
import { createTestFolder } from '../support/test-folder.ts';
import type { AnsweredCell } from './icecat-files.ts';

/** The folder with the files; it may be missing, see {@link isThere}. */
export const folder =
  process.env.CATALOGRAPH_ICECAT_DIR ?? resolve(import.meta.dirname, '../../../shared/data/icecat');

export const isThere = existsSync(join(folder, 'products.csv'));

/** An organization with the seeds of a new one, to import into. */
export interface IcecatJourney {
  readonly catalogue: TestOrganization;
  readonly stored: TestStorage;
  /** Imports the folder of the files, or another. */
  importFolder(more?: Partial<FolderImport>): Promise<ImportReport>;
  /** The names of the stored files that media have. */
  mediaFiles(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openIcecatJourney(): Promise<IcecatJourney> {
  const catalogue = await createTestOrganization();
  const stored = await createTestStorage();
  const { runner, owner } = catalogue;
  await runner.write(owner, seed, null);
  const session = systemSession(owner.organizationId, { door: 'import', requestId: 'import' });
  return {
    catalogue,
    stored,
    importFolder: (more = {}) =>
      importAkeneoFolder({ folder, runner, session, storage: stored.storage, ...more }),
    async mediaFiles() {
      const names: string[] = [];
      for await (const { key } of stored.storage.list('media')) names.push(key.split('/').at(-1) ?? '');
      return names;
    },
    async close() {
      await catalogue.close();
      await stored.remove();
    },
  };
}

/**
 * Imports the folder without the products, as the command line does.
 *
 * @param files names of the files, without `products.csv`; all by default
 */
export async function importWithoutProducts(
  request: Pick<FolderImport, 'runner' | 'session' | 'storage'>,
  files: readonly string[] = readdirSync(folder).filter((name) => name !== 'products.csv'),
): Promise<ImportReport> {
  const part = await createTestFolder();
  for (const name of files) symlinkSync(join(folder, name), join(part.path, name));
  const [header = ''] = (await readFile(join(folder, 'products.csv'), 'utf8')).split('\n', 1);
  await writeFile(join(part.path, 'products.csv'), `${header}\n`);
  try {
    return await importAkeneoFolder({ ...request, folder: part.path });
  } finally {
    await part.remove();
  }
}

/** What a new organization has before anything is imported. */
const seed = defineWrite({
  name: 'seed',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, _input: null) {
    const { organizationId } = context.session;
    await seedLocales(context, organizationId, context.now);
    await seedCurrencies(context, organizationId, context.now);
    await seedMeasurementFamilies(context, organizationId, context.now);
  },
});

/** Numbers of rows, sums of all versions and the ledger: any write changes one of them; that an import is over is none. */
export async function stateOf({ database, owner }: TestOrganization): Promise<unknown> {
  const versioned = ['locale', 'currency', 'channel', 'attribute_group', 'attribute', 'option_set', 'option'];
  versioned.push('attribute_set', 'category', 'association_type', 'product', 'media');
  const tables = [...versioned, 'product_unique_value', 'product_association'];
  const counts = tables.map((table) => {
    const versions = versioned.includes(table) ? 'sum(version)' : 'count(*)';
    return `(SELECT jsonb_build_array(count(*), ${versions}) FROM public."${table}" WHERE organization_id = $1) AS "${table}"`;
  });
  const { rows } = await database.owner.query(
    `SELECT (SELECT count(*) FROM ledger.event WHERE organization_id = $1 AND resource <> 'import') AS events,
       (SELECT structure_revision FROM public.organization WHERE id = $1) AS revision, ${counts.join(', ')}`,
    [owner.organizationId],
  );
  return rows[0];
}

interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

/** All nodes of a list of the root, page after page. */
export async function readAll<Node>(
  catalogue: TestOrganization,
  field: string,
  selection: string,
): Promise<Node[]> {
  const all: Node[] = [];
  for (let after: string | null = null; ; ) {
    const { data, errors } = await catalogue.execute(
      `query ($after: String) { list: ${field}(first: 100, after: $after) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = (data as { list: Page<Node> }).list;
    all.push(...nodes);
    if (!pageInfo.hasNextPage) return all;
    after = pageInfo.endCursor;
  }
}

export interface Product {
  readonly sku: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly attributeSet: { readonly code: string } | null;
  readonly variantLayout: { readonly code: string } | null;
  readonly parent: { readonly sku: string } | null;
  readonly channels: readonly { readonly code: string }[] | null;
  readonly categories: readonly { readonly code: string }[];
  readonly ownCategories: readonly unknown[];
  readonly associations: readonly unknown[];
  readonly image: { readonly code: string } | null;
  /** Own values. */
  readonly values: readonly { readonly attribute: { readonly code: string } }[];
  /** Effective values. */
  readonly data: Readonly<Record<string, readonly AnsweredCell[]>>;
}

/** All products of the catalogue by SKU. */
export async function readProducts(catalogue: TestOrganization): Promise<ReadonlyMap<string, Product>> {
  const all = await readAll<Product>(
    catalogue,
    'products',
    `sku type status version attributeSet { code } variantLayout { code } parent { sku } channels { code }
     categories { code } ownCategories: categories(own: true) { code } associations { type { code } }
     image { code } values(own: true) { attribute { code } } data(form: CELLS)`,
  );
  return new Map(all.map((product) => [product.sku, product]));
}

/** Removes all products as if they had never been; everything else stays. */
export async function removeProducts({ database, owner }: TestOrganization): Promise<void> {
  const { rows } = await database.owner.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND (nspname = 'public' AND relname LIKE 'product%' OR nspname = 'search' AND relname = 'product')`,
  );
  const client = await database.owner.connect();
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    for (const { name } of rows)
      await client.query(`DELETE FROM ${name} WHERE organization_id = $1`, [owner.organizationId]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
