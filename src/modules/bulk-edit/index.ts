export { openBulkEdit } from './open-bulk-edit.ts';
export { previewBulkEdit } from './preview-bulk-edit.ts';
export { startBulkEdit } from './start-bulk-edit.ts';
