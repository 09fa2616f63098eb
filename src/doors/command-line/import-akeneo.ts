import type { Session } from '../../kernel/session.ts';
import {
  formatReport,
  type ImportReport,
  importAkeneoFolder,
  writeReportFile,
} from '../../modules/import-export/index.ts';
import type { ReceiveSettings } from '../../modules/media/index.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import { showProgress } from './show-progress.ts';

export interface AkeneoImportRequest {
  readonly folder: string;
  /** Where the files that it names are stored, and how large they may be. */
  readonly files: ReceiveSettings;
  /** Set before the codes of product models. */
  readonly modelPrefix?: string | undefined;
  /** File for the whole report as JSON lines. */
  readonly report?: string | undefined;
}

/**
 * Imports a folder of Akeneo's CSV files into the caller's organization: progress on standard error, the report on
 * standard output. Rows that cannot be imported are part of the report, not a failure.
 *
 * @throws ValidationFailed when the folder cannot be imported at all.
 */
export async function importAkeneo(
  runner: OperationRunner,
  session: Session,
  { folder, files, modelPrefix, report: reportFile }: AkeneoImportRequest,
): Promise<ImportReport> {
  const progress = showProgress(process.stderr);
  try {
    const report = await importAkeneoFolder({
      folder,
      files,
      ...(modelPrefix === undefined ? {} : { modelPrefix }),
      write: async (operation, input) => (await runner.write(session, operation, input)).output,
      read: (operation, input) => runner.read(session, operation, input),
      onProgress: ({ phase, done, total }) => progress.show(phase, done, total),
    });
    progress.end();
    if (reportFile !== undefined) await writeReportFile(report, reportFile);
    process.stdout.write(formatReport(report));
    return report;
  } finally {
    progress.end();
  }
}
