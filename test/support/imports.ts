import { createHash } from 'node:crypto';
import type { WebhookMode } from '../../src/kernel/event.ts';
import { decodeIdOf, encodeId } from '../../src/kernel/ids.ts';
import { openFailedRows, openImport } from '../../src/modules/import/index.ts';
import { storeUpload } from '../../src/modules/import/source/uploads.ts';
import type { ImportOverrides } from '../../src/modules/import/start-import.ts';
import { startImport } from '../../src/modules/import/start-import.ts';
import { runJob } from '../../src/worker/run-job.ts';
import { createTestOrganization, type TestOrganization } from './catalogue.ts';
import { seedClothingCatalogue } from './clothing-catalogue.ts';
import { silentLog } from './silent-log.ts';
import { WEBHOOK_TOOLS } from './webhook-tools.ts';

/** A finished job as tests look at it. */
export interface ImportMetadata {
  readonly id: string;
  readonly status: string;
  readonly total: number | null;
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly skipped: number;
  readonly failed: number;
  readonly failure: { readonly code: string; readonly detail: string } | null;
  readonly errors: readonly ImportError[];
}

export interface ImportError {
  readonly row: number;
  readonly column: string | null;
  readonly ref: string | null;
  readonly code: string;
  readonly attribute: string | null;
  readonly locale: string | null;
  readonly value: string | null;
  readonly message: string;
  readonly hint: string | null;
}

export interface ImportRequest extends ImportOverrides {
  readonly dryRun?: boolean;
  readonly profile?: string;
  readonly webhooks?: WebhookMode;
}

/** A shop into which files are imported, each by a job that is run at once. */
export async function createImportHarnessWithCatalogue() {
  const catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  return { catalogue, ...createImportHarness(catalogue), close: () => catalogue.close() };
}

/** Imports into a catalogue, without queues. */
export function createImportHarness(
  { runner, storage, owner, database }: TestOrganization,
  settings: { readonly afterStep?: () => Promise<void> } = {},
) {
  const { organizationId } = owner;
  const steps = {
    import: (session: never, job: never) => {
      const opened = openImport({ runner, storage, downloads: WEBHOOK_TOOLS.downloads }, session, job);
      const next = async () => {
        const answer = await opened.next();
        await settings.afterStep?.();
        return answer;
      };
      return { next, close: opened.close };
    },
  };

  async function start(
    file: string | Buffer,
    { dryRun = false, profile, webhooks = 'each', ...overrides }: ImportRequest,
    session = owner,
  ) {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    async function* chunks() {
      for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
    }
    const kept = await storeUpload(storage, chunks(), { organizationId, name: 'test' });
    const { output } = await runner.write(session, startImport, {
      profile: profile ?? null,
      file: kept,
      overrides: { ...(profile === undefined ? { resource: 'products' } : {}), ...overrides },
      dryRun,
      webhooks,
    });
    return decodeIdOf('Job', output.id) ?? '';
  }

  async function details(jobId: string): Promise<ImportMetadata> {
    const { rows } = await database.owner.query<ImportMetadata>(
      `SELECT id, status, total, processed, created, updated, unchanged, deleted, skipped, failed, failure FROM public.job WHERE id = $1`,
      [jobId],
    );
    const errors = await database.owner.query<ImportError>(
      `SELECT "row", "column", ref, code, attribute, locale, value, message, hint FROM public.job_error
       WHERE job_id = $1 ORDER BY "row", ordinal`,
      [jobId],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('There is no such job.');
    return { ...row, errors: errors.rows };
  }

  /** Does a job's steps until it is over or waits for another attempt. */
  const work = (jobId: string, signal = new AbortController().signal, renewEveryMs = 20_000) =>
    runJob(
      { runner, log: silentLog, steps: steps as never, renewEveryMs },
      { organizationId, jobId },
      signal,
    );

  return {
    start,
    work,
    details,
    /** Imports a file and answers what became of it. */
    async run(file: string | Buffer, request: ImportRequest = {}): Promise<ImportMetadata> {
      const jobId = await start(file, request);
      await work(jobId);
      return details(jobId);
    },
    /** Returns the name and bytes of the file with the failed rows of an import. */
    async failedRows({ id }: Pick<ImportMetadata, 'id'>) {
      const { chunks, filename } = await openFailedRows({ runner, storage }, owner, encodeId('Job', id));
      const parts: Uint8Array[] = [];
      for await (const part of chunks) parts.push(part);
      return { filename, bytes: Buffer.concat(parts) };
    },
    /** One hash over everything that products are, without ids, versions and times. */
    async productHash(): Promise<string> {
      const { rows } = await database.owner.query<{ row: string }>(
        `SELECT jsonb_build_array(product.sku, product.type, product.attribute_set, product.variant_layout, parent.sku,
                  product.status, product.channels, product.categories, product.tags, product."values", product.external_refs,
                  product.completeness,
                  ARRAY(SELECT link.type || ' ' || target.sku || ' ' || coalesce(link.quantity, 0) || ' ' || link.sort_order
                        FROM public.product_association AS link
                        JOIN public.product AS target ON target.id = link.target_id
                        WHERE link.source_id = product.id ORDER BY 1))::text AS row
         FROM public.product LEFT JOIN public.product AS parent ON parent.id = product.parent_id
         WHERE product.organization_id = $1 AND product.deleted_at IS NULL ORDER BY product.sku`,
        [organizationId],
      );
      return createHash('sha256')
        .update(rows.map(({ row }) => row).join('\n'))
        .digest('hex');
    },
  };
}
