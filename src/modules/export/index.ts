export { createSnapshot } from './create-snapshot.ts';
export { exportFile } from './export-file.ts';
export { type ExportTarget, isAsOf } from './export-input.ts';
export { openExport } from './open-export.ts';
export { openResult, type ResultFile, resultPath } from './open-result.ts';
export { removeOldExports } from './remove-old-exports.ts';
export { startExport } from './start-export.ts';
