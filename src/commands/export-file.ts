import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openMediaStorage } from '../app.ts';
import type { Config } from '../config.ts';
import { HISTORY_POINT_FORMAT, parseHistoryPoint } from '../kernel/text/history-point.ts';
import { openResult, startExport } from '../modules/export/index.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { CommandError } from './describe-failure.ts';
import { assertCompleted, runJobToEnd } from './run-job-to-end.ts';
import { chooseOrganization, withAppContext } from './with-app-context.ts';

/** A chunk of an export is more work than a request may make. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** Arguments from the command line. */
export interface FileExportRequest {
  readonly profile: string;
  readonly organization?: string;
  readonly format?: 'csv' | 'xlsx' | 'jsonl';
  /** A time or the number of an event. */
  readonly asOf?: string;
  /** Path of the file to write; without it the rows go to the standard output. */
  readonly output?: string;
}

/**
 * Runs `export --profile <code>`: exports by a job, which this process does itself unless a worker is faster, and
 * writes the file once it is whole.
 *
 * @throws CommandError, DomainError
 */
export async function exportFile(config: Config, request: FileExportRequest): Promise<void> {
  const { profile, format, asOf: text, output } = request;
  const asOf = text === undefined ? undefined : parseHistoryPoint(text);
  if (asOf === null) throw new CommandError(`--as-of is ${HISTORY_POINT_FORMAT}.`);
  await withAppContext({ ...config, statementTimeoutMs: STATEMENT_TIMEOUT_MS }, async (catalogue) => {
    const { runner } = catalogue;
    const { id } = await chooseOrganization(catalogue, request.organization);
    const session = systemSession(id, { door: 'command-line', requestId: newId() });
    const storage = await openMediaStorage(config);
    const { output: started } = await runner.write(session, startExport, {
      profile,
      overrides: { ...(format === undefined ? {} : { format }), ...(asOf === undefined ? {} : { asOf }) },
    });
    const job = assertCompleted(await runJobToEnd(catalogue, session, { storage }, started.id));
    const { chunks } = await openResult({ runner, storage }, session, started.id);
    if (output === undefined) return pipeline(Readable.from(chunks), process.stdout, { end: false });
    await writeAtomically(output, chunks);
    process.stderr.write(`${job.processed} rows in ${output}\n`);
  });
}

/** Writes a file so that only a whole one replaces an existing file. */
async function writeAtomically(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
