import { openMediaStorage } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { JsonObject } from '../../kernel/json.ts';
import {
  formatReport,
  phasesOf,
  readFolderReport,
  startFolderImport,
  uploadFolder,
  writeReportFile,
} from '../../modules/akeneo/index.ts';
import { newId } from '../../platform/new-id.ts';
import { systemSession } from '../../platform/operation/system-session.ts';
import { createProgress } from '../output/show-progress.ts';
import { assertCompleted, type ReportProgress, runJobToEnd } from '../run-job-to-end.ts';
import { chooseOrganization, withAppContext } from '../with-app-context.ts';

/** A chunk of an import is more work than a request may make. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** Arguments from the command line. */
export interface AkeneoImportRequest {
  readonly folder: string;
  readonly organization?: string;
  /** Prefix of the codes of product models. */
  readonly modelPrefix?: string | undefined;
  /** File for the whole report as JSON lines. */
  readonly report?: string | undefined;
}

/**
 * Runs `import akeneo <folder>`: imports a folder of Akeneo's CSV files by a job, which this process does itself
 * unless a worker is faster: progress on standard error, the report on standard output. The same command run again
 * after it was ended goes on where it stood. Rows that cannot be imported are part of the report, not a failure.
 *
 * @throws CommandError, ValidationFailed when the folder cannot be imported at all.
 */
export async function importFromAkeneo(config: Config, request: AkeneoImportRequest): Promise<void> {
  const { folder, modelPrefix, report: reportFile } = request;
  await withAppContext({ ...config, statementTimeoutMs: STATEMENT_TIMEOUT_MS }, async (catalogue) => {
    const { runner } = catalogue;
    const organization = await chooseOrganization(catalogue, request.organization);
    const session = systemSession(organization.id, { door: 'import', requestId: newId() });
    const storage = await openMediaStorage(config);
    const packing = createProgress(process.stderr);
    const file = await uploadFolder(folder, {
      runner,
      session,
      files: { storage, maximumBytes: config.uploadLimitBytes },
      onProgress: (done, total) => packing.show('pictures', done, total),
    }).finally(() => packing.end());
    const input = { file, modelPrefix, webhooks: 'each', joins: true } as const;
    const { id } = (await runner.write(session, startFolderImport, input)).output;
    assertCompleted(await runJobToEnd(catalogue, session, { storage }, id, reportPhases()));
    const report = await runner.read(session, readFolderReport, { id });
    if (reportFile !== undefined) await writeReportFile(report, reportFile);
    process.stdout.write(formatReport(report));
  });
}

/** Reports the progress of each phase, also of those that were over before the first look. */
function reportPhases(): ReportProgress {
  let reported = 0;
  return (progress, { checkpoint }) => {
    const phases = phasesOf(checkpoint as JsonObject | null);
    for (const [index, { phase, done, total }] of phases.entries()) {
      if (index < reported) continue;
      progress.show(phase, done, total);
      if (done >= total) reported = index + 1;
    }
  };
}
