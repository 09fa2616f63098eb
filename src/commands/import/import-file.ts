import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AppContext, openImportDownloadClient, openMediaStorage } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { WebhookMode } from '../../kernel/event.ts';
import type { Session } from '../../kernel/session.ts';
import { type ImportSettings, openFailedRows, startImport, storeUpload } from '../../modules/import/index.ts';
import { listJobErrors } from '../../modules/job/index.ts';
import { newId } from '../../platform/new-id.ts';
import { systemSession } from '../../platform/operation/system-session.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { CommandError } from '../describe-failure.ts';
import { formatImportReport } from '../output/report-import.ts';
import { runJobToEnd } from '../run-job-to-end.ts';
import { chooseOrganization, withAppContext } from '../with-app-context.ts';

/** A chunk of an import is more work than a request may make. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** Status of a command that was done, but for some rows. */
const EXIT_ROWS_FAILED = 3;

/** Arguments from the command line. */
export interface FileImportRequest {
  readonly file: string | undefined;
  readonly profile?: string;
  readonly organization?: string;
  readonly format?: ImportSettings['format'];
  /** Name of a sheet, if the file is a workbook. */
  readonly sheet?: string;
  readonly dryRun?: boolean;
  readonly mode?: ImportSettings['mode'];
  readonly errorPolicy?: ImportSettings['errorPolicy'];
  readonly maxErrors?: number;
  readonly webhooks: WebhookMode;
  /** Path of the file for the rows that failed. */
  readonly failedRows?: string;
}

/**
 * Runs `import <file> --profile <code>`: imports a file by a job, which this process does itself unless a worker is
 * faster. The same command run again after it was ended continues where it stood. Returns the exit status.
 *
 * @throws CommandError, DomainError
 */
export async function importFile(config: Config, request: FileImportRequest): Promise<number> {
  const { file, profile } = request;
  if (file === undefined || profile === undefined)
    throw new CommandError('Name a file and its profile: import products.csv --profile products_csv.');
  const details = await stat(file).catch(() => null);
  if (details === null || !details.isFile()) throw new CommandError(`There is no file '${file}'.`);
  return withAppContext({ ...config, statementTimeoutMs: STATEMENT_TIMEOUT_MS }, async (catalogue) => {
    const { id } = await chooseOrganization(catalogue, request.organization);
    const session = systemSession(id, { door: 'command-line', requestId: newId() });
    const storage = await openMediaStorage(config);
    const jobId = await start(catalogue, session, storage, { ...request, file, profile });
    const downloads = openImportDownloadClient(config);
    const job = await runJobToEnd(catalogue, session, { storage, downloads }, jobId).finally(() =>
      downloads.close(),
    );
    const { items } = await catalogue.runner.read(session, listJobErrors, { jobId: job.id, first: 20 });
    process.stdout.write(formatImportReport(job, items));
    if (request.failedRows !== undefined && job.failed > 0) {
      const { chunks } = await openFailedRows({ runner: catalogue.runner, storage }, session, jobId);
      await pipeline(Readable.from(chunks), createWriteStream(request.failedRows));
    }
    if (job.status === 'completed') return 0;
    return job.status === 'completed_with_errors' ? EXIT_ROWS_FAILED : 1;
  });
}

/** Returns the public id of the job. */
async function start(
  { runner }: AppContext,
  session: Session,
  storage: ObjectStorage,
  request: FileImportRequest & { readonly file: string; readonly profile: string },
): Promise<string> {
  const {
    file: path,
    profile,
    format,
    sheet,
    dryRun = false,
    mode,
    errorPolicy,
    maxErrors,
    webhooks,
  } = request;
  if (maxErrors !== undefined && !(Number.isInteger(maxErrors) && maxErrors >= 0))
    throw new CommandError('--max-errors takes a whole number from 0.');
  const { organizationId } = session;
  const file = await storeUpload(storage, createReadStream(path), { organizationId, name: basename(path) });
  const options = sheet === undefined ? undefined : { sheet };
  const stated = { format, options, mode, errorPolicy, maxErrors };
  const overrides = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
  const input = { profile, file, overrides, dryRun, webhooks, joins: true };
  return (await runner.write(session, startImport, input)).output.id;
}
