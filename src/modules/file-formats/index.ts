export {
  booleanLabel,
  isDateFormat,
  neutralizeFormula,
  readBoolean,
  readDateCell,
  readList,
  splitAmount,
  statusLabel,
} from './columns/cell-text.ts';
export type { ColumnCondition } from './columns/column-condition.ts';
export { labelOfColumn } from './columns/column-label.ts';
export { type ColumnTarget, targetKey } from './columns/column-target.ts';
export {
  DELETE_FIELD,
  FILE_FORMATS,
  FILE_RESOURCES,
  type FileField,
  type FileFormat,
  type FileResource,
  fieldOf,
  kindOf,
  LABEL_FIELD,
  SET_OF_NEW_FIELD,
} from './columns/file-format.ts';
export {
  EMPTY_ITEM,
  type FileItem,
  type FileLinks,
  type ParsedItem,
} from './columns/file-item.ts';
export { DEFAULT_FILE_OPTIONS, type FileOptions, optionsOf, withDefaults } from './columns/file-options.ts';
export { columnFinder, foldColumn } from './columns/find-column.ts';
export {
  type ColumnMapping,
  type MappedColumns,
  type MappedRow,
  mapColumns,
  namesRead,
} from './columns/map-columns.ts';
export {
  cellsInScope,
  matchTargets,
  type SuggestionScope,
  unambiguousMatch,
} from './columns/match-column.ts';
export {
  ABSENT_COLUMN,
  type ColumnPlan,
  ERROR_COLUMNS,
  ERRORS_COLUMN,
  type FieldColumn,
  NOTE_COLUMNS,
  planColumns,
  ROW_COLUMN,
  ROWS_COLUMN,
} from './columns/plan-columns.ts';
export { columnOfProblem } from './columns/problem-column.ts';
export { readRow } from './columns/read-row.ts';
export { type ColumnContext, columnNameOf, resolveColumn } from './columns/resolve-column.ts';
export {
  productRefOf,
  toEntityItem,
  toMediaUpdate,
  toProductItem,
  toResourceItem,
} from './columns/to-batch-item.ts';
export {
  PATTERN_SHAPE,
  STEP_WITH_SETTINGS,
  TRANSFORM_SHAPE,
  TRANSFORMS,
  type Transform,
} from './columns/transform.ts';
export { writeRow } from './columns/write-row.ts';
export { csvLine } from './csv/csv-line.ts';
export {
  isEmptyLine,
  isMalformed,
  type MalformedRecord,
  type OpenBytes,
  type RawRecord,
  readRecords,
} from './csv/csv-records.ts';
export { decodeText } from './csv/decode-text.ts';
export {
  countRows,
  inspectSource,
  invalidFileError,
  openStored,
  readHeader,
  rejectOtherFormat,
  tableStart,
  withLineFeeds,
} from './csv/inspect-source.ts';
export { readTable } from './csv/read-table.ts';
export {
  type ConvertedDocument,
  collectDocument,
  convertDocument,
  type DocumentSettings,
  readDocumentColumns,
} from './document/convert-document.ts';
export { readCellLines } from './document/read-cell-lines.ts';
export { DOCUMENT_TYPES, FILE_MIME_TYPES, FILE_TYPES, type FileType, isDocumentType } from './file-type.ts';
export { readLine, writeLine } from './jsonl/json-line.ts';
export { readLines } from './jsonl/read-lines.ts';
export { readImportStructure } from './read-import-structure.ts';
export { absentCell } from './shape/failed-rows.ts';
export { namesInProfile } from './shape/named-columns.ts';
export { createRowShape, type RowShape, type ShapePosition } from './shape/row-shape.ts';
export {
  isObjectRow,
  isTableRow,
  type RowCells,
  type RowContent,
  type RowResume,
  type SourceRow,
} from './source-row.ts';
export { storedBytes } from './workbook/byte-source.ts';
export { columnHints } from './workbook/cell-hints.ts';
export { openTable, type SheetContents } from './workbook/open-table.ts';
export type { CellHint } from './workbook/read-cell.ts';
export { cellName } from './workbook/read-worksheet.ts';
export { CELL_CHARACTERS, SHEET_ROWS } from './workbook/workbook-limits.ts';
export { type CellKind, createWorkbookWriter, type WorksheetProgress } from './workbook/write-workbook.ts';
