export { type PhaseProgress, phasesOf } from './akeneo/folder-checkpoint.ts';
export type { ImportNote, NoteLevel } from './akeneo/import-note.ts';
export type {
  CellCounters,
  FileCounters,
  ImportedResource,
  ImportReport,
  LinkCounters,
  ResourceCounters,
} from './akeneo/import-report.ts';
export { packFolder } from './akeneo/pack-folder.ts';
export { formatReport, writeReportFile } from './akeneo/print-report.ts';
export { readFolderReport } from './akeneo/read-folder-report.ts';
export { startFolderImport } from './akeneo/start-folder-import.ts';
export { openExport } from './export/open-export.ts';
export { openResult, resultPath } from './export/open-result.ts';
export { removeOldExports } from './export/remove-old-exports.ts';
export { startExport } from './export/start-export.ts';
export type { ImportFile, ImportSettings } from './import/import-input.ts';
export { keepFile, MAXIMUM_IMPORT_BYTES, uploadIdOf } from './import/keep-file.ts';
export { listJobErrors } from './import/list-job-errors.ts';
export { openImport } from './import/open-import.ts';
export { openSource, sourcePath } from './import/open-source.ts';
export { removeOldImports } from './import/remove-old-imports.ts';
export { startImport } from './import/start-import.ts';
export { failedRowsPath, openFailedRows } from './import/write-failed-rows.ts';
export { openMassEdit } from './mass-edit/open-mass-edit.ts';
export { startMassEdit } from './mass-edit/start-mass-edit.ts';
export { seedProfiles } from './profile/built-in-profiles.store.ts';
export { upsertImportExportProfiles } from './profile/profile.operations.ts';
export { checkSchedule } from './schedule/check-schedule.ts';
export { findDueProfiles } from './schedule/schedule.store.ts';
