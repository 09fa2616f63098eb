export { type ImportPreview, previewImport } from './preview/preview-import.ts';
export { openPreview, suggestHeaderRow } from './preview/preview-source.ts';
export { suggestTransforms } from './preview/suggest-transforms.ts';
export { linkPartnerKeys, linksKey } from './rows/conflict-keys.store.ts';
export { analyzeAfterImport } from './run/analyze-after-import.ts';
export type { ImportFile, ImportSettings } from './run/import-input.ts';
export { importedFile, readImportInput } from './run/import-input.ts';
export { findOpenImport } from './run/import-job.store.ts';
export { openImport } from './run/open-import.ts';
export { resolveSource } from './source/import-source.ts';
export { IMPORT_RETENTION_MS, removeOldImports } from './source/remove-old-imports.ts';
export {
  findUpload,
  MAX_IMPORT_BYTES,
  type StagedFile,
  stageFile,
  storeUpload,
  uploadIdOf,
} from './source/uploads.ts';
export { startImport } from './start-import.ts';
export { failedRowsPath, openFailedRows } from './write-failed-rows.ts';
