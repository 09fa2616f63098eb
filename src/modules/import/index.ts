export { linkPartnerKeys as partnerMarks, linksKey as linksMark } from './rows/conflict-keys.store.ts';
export { analyzeAfterImport as analyzeImported } from './run/analyze-after-import.ts';
export type { ImportFile, ImportSettings } from './run/import-input.ts';
export { importedFile, readImportInput as readInput } from './run/import-input.ts';
export { findOpenImport } from './run/import-job.store.ts';
export { openImport } from './run/open-import.ts';
export { resolveSource as findSource } from './source/import-source.ts';
export { IMPORT_RETENTION_MS, removeOldImports } from './source/remove-old-imports.ts';
export {
  findUpload,
  MAX_IMPORT_BYTES as MAXIMUM_IMPORT_BYTES,
  type StagedFile,
  stageFile,
  storeUpload,
  uploadIdOf,
} from './source/uploads.ts';
export { startImport } from './start-import.ts';
export { failedRowsPath, openFailedRows } from './write-failed-rows.ts';
