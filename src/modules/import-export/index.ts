export { type AkeneoImport, importAkeneoFolder } from './akeneo/import-akeneo.ts';
export type { ImportEnvironment, ImportProgress } from './akeneo/import-environment.ts';
export type { ImportNote, NoteLevel } from './akeneo/import-note.ts';
export type {
  CellCounters,
  FileCounters,
  ImportedResource,
  ImportReport,
  LinkCounters,
  ResourceCounters,
} from './akeneo/import-report.ts';
export { formatReport, writeReportFile } from './akeneo/print-report.ts';
