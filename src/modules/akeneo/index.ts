export type { ImportNote, NoteLevel } from './report/import-note.ts';
export type {
  CellCounters,
  FileCounters,
  ImportedResource,
  ImportReport,
  LinkCounters,
  ResourceCounters,
} from './report/import-report.ts';
export { formatReport, writeReportFile } from './report/print-report.ts';
export { readFolderReport } from './report/read-folder-report.ts';
export { archiveOf, isFolderInput, type PhaseProgress, phasesOf } from './run/folder-checkpoint.ts';
export { openFolderImport } from './run/open-folder-import.ts';
export { startFolderImport } from './start-folder-import.ts';
export { uploadFolder } from './upload/upload-folder.ts';
