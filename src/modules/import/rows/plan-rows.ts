import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message, verbatim } from '../../../kernel/problems/messages/message.ts';
import { normalTexts } from '../../../kernel/text/normal-text.ts';
import { unstorableReason } from '../../../kernel/text/storable-text.ts';
import {
  type CellHint,
  type ColumnPlan,
  cellName,
  columnFinder,
  columnHints,
  columnOfProblem,
  DELETE_FIELD,
  EMPTY_ITEM,
  FILE_FORMATS,
  type FieldColumn,
  type FileFormat,
  type FileItem,
  type FileOptions,
  foldColumn,
  isObjectRow,
  isTableRow,
  type MappedColumns,
  type MappedRow,
  mapColumns,
  namesRead,
  optionsOf,
  type ParsedItem,
  planColumns,
  productRefOf,
  ROWS_COLUMN,
  type RowCells,
  type RowContent,
  readLine,
  readRow,
  type SourceRow,
} from '../../file-formats/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { ImportSettings } from '../run/import-input.ts';
import type { RowWriter } from './row-writer.ts';

/**
 * Returns the row of the file that a number means: a model that was made of the rows of its variants has the negative
 * number of the first of them.
 */
export const rowInFile = (number: number): number => Math.abs(number);

/** Compares the numbers of two rows by their order in the file: a model comes before its variant of the same row. */
export const compareRows = (one: number, other: number): number =>
  rowInFile(one) - rowInFile(other) || one - other;

/** A row of a file and what it requests. */
export interface PlannedRow {
  /** Number that no other row of the file has; see {@link rowInFile}. */
  readonly number: number;
  readonly source: RowContent;
  readonly item: FileItem;
  /** Problems that prevent its validation. */
  readonly problems: readonly FieldProblem[];
  /** Cells that are left out of what is written. */
  readonly warnings: readonly FieldProblem[];
  /** The folded key of its object. */
  readonly key: string;
  /** SKU or code as the row has it. */
  readonly ref: string | null;
}

/** A cell before and after the steps of its column, each up to 200 characters. */
export interface PlannedCell {
  readonly text: string;
  /** An amount with the unit that was split off it. */
  readonly becomes: string | null;
}

/** Reads the rows of one file, whatever form it has, and finds the column of a problem again. */
export interface RowPlanner {
  readonly format: FileFormat;
  readonly options: FileOptions;
  /** Problems of the columns themselves. */
  readonly columnProblems: readonly FieldProblem[];
  /** The columns of the file, and those that the mapping fills although the file lacks them. */
  readonly columns: readonly string[];
  /** Returns targets of a column of the file. */
  targetsOf(column: string): readonly string[];
  /** Returns true if a step of a column of the file reads its numbers. */
  hasPlainDecimals(column: string): boolean;
  /**
   * Returns a cell of a row as the file has it and as the steps of its column make it; null: its column is left out.
   */
  cellsOf(row: RowCells, column: string): PlannedCell;
  /** Returns the purpose of the cells of a column of the file, by its position. */
  hintOf(position: number): CellHint;
  /**
   * Returns the name of a cell of a workbook, by the name of its column: `Products!C12`; in other files that of a row
   * which was merged with others; null where the number of the row says it.
   */
  cellOf(row: Pick<PlannedRow, 'number' | 'source'>, column: string | null): Message | null;
  plan(row: Pick<SourceRow, 'number' | 'source' | 'problem' | 'cellProblems'>): PlannedRow;
  /** Returns the folded key of the object of a row, without reading the rest of a table; empty if it names none. */
  keyOf(row: Pick<SourceRow, 'source' | 'problem'>): string;
  /** Returns the column of a problem of a row, and the value in it. */
  locate(
    row: PlannedRow,
    problem: FieldProblem | null,
  ): { readonly column: string | null; readonly value: string | null };
}

/**
 * @param columns the header of a table; null for lines of JSON
 * @param sheet name of the sheet of a workbook
 */
export function createRowPlanner(
  settings: ImportSettings,
  columns: readonly string[] | null,
  structure: CatalogueStructure,
  writer: RowWriter,
  sheet: string | null = null,
): RowPlanner {
  const options = optionsOf(settings);
  const format = FILE_FORMATS[settings.resource];
  const { mapping } = settings;
  const mapped = mapColumns(columns ?? [], mapping, options);
  const plan = planColumns(mapped.names, settings.resource, structure);
  const positionOf = columnFinder(columns ?? []);
  const namedColumns = { columns: columns ?? [], mapped, plan };
  const imported = importedColumns(namedColumns, mapping);
  // A cell outside of the columns has no name.
  const isImported = (column: string) => column === '' || imported.has(foldColumn(column));
  const isKey = ({ target }: FieldColumn) => keysOf(format).includes(target.field);
  const targetsBySource = Map.groupBy(mapped.targets.keys(), (index) => mapped.sources[index] ?? '');
  const keyPlan: ColumnPlan = { ...plan, fields: plan.fields.filter(isKey), cells: [], links: [] };
  return {
    format,
    options,
    columnProblems: columns === null ? [] : unknownColumns(namedColumns, format),
    columns: columns === null ? [] : [...new Set([...columns, ...mapped.sources])],
    targetsOf: (column) => (targetsBySource.get(column) ?? []).map((index) => mapped.targets[index] ?? ''),
    hasPlainDecimals: (column) =>
      (targetsBySource.get(column) ?? []).some((index) => mapped.hasPlainDecimals[index] === true),
    cellsOf: (row, column) => cellsOf(row, positionOf(column), mapped.cellsFrom(row, column)),
    hintOf: columnHints(columns ?? [], mapped, plan, mapping, options),
    cellOf: (row, column) => {
      const merged = mergedRow(row, column, namedColumns.columns);
      const name = merged?.column ?? column;
      const position = sheet === null || name === null ? -1 : namedColumns.columns.indexOf(name);
      const number = merged?.number ?? rowInFile(row.number);
      if (sheet !== null && position !== -1) return verbatim(cellName(sheet, position, number));
      return merged === null ? null : localized('row-in-file', { row: number, column: merged.column });
    },
    plan({ number, source: stored, problem, cellProblems = [] }) {
      const row = { number, source: stored, item: EMPTY_ITEM, warnings: [], key: '', ref: null };
      const source = normalTexts(stored);
      if (problem !== null) return { ...row, problems: [problem] };
      const faults = cellProblems.filter(({ path }) => isImported(path.at(-1) ?? ''));
      if (faults.length > 0) return { ...row, problems: faults };
      const read = isTableRow(source)
        ? readTableRow(source, namedColumns, options)
        : isObjectRow(source)
          ? readLine(source, format)
          : { item: EMPTY_ITEM, problems: [] };
      const { item, problems, warnings = [] } = onlyKeyOfDeleted(read, format);
      const missing = missingKeys(item, format, plan, columns !== null);
      const broken = isTableRow(source) ? unstorableCells(source, columns ?? [], isImported) : [];
      return {
        ...row,
        item,
        warnings,
        problems: [...broken, ...problems, ...missing],
        key: missing.length > 0 ? '' : writer.keyOf(item),
        ref: refOf(item, format),
      };
    },
    keyOf({ source: stored, problem }) {
      if (problem !== null) return '';
      const source = normalTexts(stored);
      const { item } = isTableRow(source)
        ? readMapped(mapped.map(source), keyPlan, options)
        : isObjectRow(source)
          ? readLine(source, format)
          : { item: EMPTY_ITEM };
      return missingKeys(item, format, plan, columns !== null).length > 0 ? '' : writer.keyOf(item);
    },
    locate: (row, problem) =>
      columns === null
        ? locateInLine(row, problem, format)
        : locateInTable(row, problem, namedColumns, format),
  };
}

/** Returns the row and column of the file that a cell of a merged row comes from; null for other cells. */
function mergedRow(
  { source }: Pick<PlannedRow, 'source'>,
  column: string | null,
  columns: readonly string[],
): { readonly column: string; readonly number: number } | null {
  const rows = isTableRow(source) ? source[columns.indexOf(ROWS_COLUMN)] : undefined;
  const [, name, scope] = /^(.*) \(([^()]+)\)$/.exec(column ?? '') ?? [];
  if (typeof rows !== 'string' || name === undefined || scope === undefined) return null;
  const number = new Map(rows.split('; ').map((one) => one.split('=') as [string, string])).get(scope);
  return number === undefined ? null : { column: name, number: Number(number) };
}

/**
 * Returns the folded names of the columns of the file whose cells are read: for a target of their own, or by a step of
 * another.
 */
function importedColumns(
  { mapped, plan }: NamedColumns,
  mapping: ImportSettings['mapping'],
): ReadonlySet<string> {
  const positions = [
    ...plan.fields,
    ...plan.cells.flatMap(({ value, unit, prices }) => [value, unit, ...prices]),
    ...plan.links.flatMap(({ refs, quantities }) => [...refs, ...quantities]),
  ];
  const sources = positions.flatMap((column) => (column === null ? [] : mapped.sourcesOf(column.position)));
  const others = mapping.flatMap((entry) => (entry.target === null ? [] : namesRead(entry)));
  return new Set([...sources, ...others].map(foldColumn));
}

/** Reads a row of a table, with the cells that the steps of the mapping reject. */
function readTableRow(
  source: RowCells,
  { mapped, plan }: Pick<NamedColumns, 'mapped' | 'plan'>,
  options: FileOptions,
): ParsedItem {
  const faults: FieldProblem[] = [];
  const row = mapped.map(source, (index, message) => {
    const name = mapped.names[index] ?? '';
    if (plan.unknown.some(({ position }) => position === index)) return;
    faults.push(fieldProblem('wrong-type', ['columns', name], message));
  });
  const reading = readMapped(row, plan, options);
  return { ...reading, problems: [...faults, ...reading.problems] };
}

const readMapped = (
  { cells, hasPlainDecimals }: MappedRow,
  plan: ColumnPlan,
  options: FileOptions,
): ParsedItem => readRow(cells, plan, options, hasPlainDecimals);

/** Returns the fields that say which object a row is about, together or one in place of the others. */
const keysOf = ({ key, otherKey }: FileFormat): readonly string[] =>
  otherKey === null ? key : [...key, otherKey];

/** Returns the item with the key alone, because a deletion needs no other fields of its row. */
function onlyKeyOfDeleted(reading: ParsedItem, format: FileFormat): ParsedItem {
  const { item } = reading;
  if (item.fields[DELETE_FIELD] !== true) return reading;
  const keyFields = [...keysOf(format), DELETE_FIELD];
  const fields = Object.fromEntries(Object.entries(item.fields).filter(([name]) => keyFields.includes(name)));
  return { item: { fields, cells: [], links: [] }, problems: [] };
}

interface NamedColumns {
  /** The header of the file. */
  readonly columns: readonly string[];
  readonly mapped: MappedColumns;
  readonly plan: ColumnPlan;
}

function cellsOf(row: RowCells, position: number, producedCells: readonly string[]): PlannedCell {
  return {
    text: shorten(row[position] ?? ''),
    becomes:
      producedCells.length === 0 ? null : shorten(producedCells.filter((text) => text !== '').join(' ')),
  };
}

function unknownColumns({ mapped, plan }: NamedColumns, format: FileFormat): FieldProblem[] {
  const plannedFields = new Set(plan.fields.map(({ target }) => target.field));
  const isNamed = format.otherKey !== null && plannedFields.has(format.otherKey);
  const missing = isNamed ? [] : format.key.filter((name) => !plannedFields.has(name));
  return [
    ...plan.unknown.map(({ position, name, reason, suggestions }) =>
      fieldProblem(
        'unknown-column',
        ['columns', mapped.sources[position] ?? name],
        localized('column-not-imported', { column: name, reason }),
        { value: name, suggestions },
      ),
    ),
    ...missing.map((name) =>
      fieldProblem('required', ['columns', name], localized('column-missing', { column: name })),
    ),
  ];
}

function missingKeys(item: FileItem, format: FileFormat, plan: ColumnPlan, isTable: boolean): FieldProblem[] {
  if (otherKeyOf(item, format) !== null) return [];
  return format.key.flatMap((name) => {
    const value = item.fields[name];
    if (typeof value === 'string' && value !== '') return [];
    const columnOf = (field: string | null) => plan.fields.find(({ target }) => target.field === field)?.name;
    const column = columnOf(name) ?? columnOf(format.otherKey) ?? name;
    const path = isTable ? ['columns', column] : [name];
    const message =
      format.otherKey === null
        ? localized('row-requires', { resource: format.resource, field: name })
        : localized('row-requires-either', {
            resource: format.resource,
            field: name,
            other: format.otherKey,
          });
    return [fieldProblem('required', path, message)];
  });
}

/** Returns the reference to the object of a row whose format has other keys than its own; null without one. */
const otherKeyOf = (item: FileItem, { otherKey }: FileFormat): string | null =>
  otherKey === null ? null : productRefOf(item);

/** JSON was looked through when it was parsed; a table may still hold half a character. */
function unstorableCells(
  source: RowCells,
  columns: readonly string[],
  isImported: (column: string) => boolean,
): FieldProblem[] {
  if (source.every((cell) => unstorableReason(cell ?? '') === null)) return [];
  return source.flatMap((cell, position) => {
    const column = columns[position];
    const why = isImported(column ?? '') ? unstorableReason(cell ?? '') : null;
    return why === null
      ? []
      : [
          fieldProblem(
            'invalid-format',
            column === undefined ? [] : ['columns', column],
            localized('cell-unstorable', { why }),
          ),
        ];
  });
}

function refOf(item: FileItem, format: FileFormat): string | null {
  const keyTexts = format.key
    .map((name) => item.fields[name])
    .filter((word) => typeof word === 'string' && word !== '');
  return keyTexts.length === 0 ? otherKeyOf(item, format) : keyTexts.join('/');
}

const MAX_VALUE_LENGTH = 200;
const shorten = (text: string) =>
  text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;

function valueText(problem: FieldProblem | null): string | null {
  const value = problem?.value ?? null;
  if (value === null) return null;
  return shorten(typeof value === 'string' ? value : JSON.stringify(value));
}

function locateInLine(
  row: PlannedRow,
  problem: FieldProblem | null,
  format: FileFormat,
): { column: string | null; value: string | null } {
  // About the object as a whole: located at its key.
  if (problem === null && row.ref !== null) return { column: format.key.at(-1) ?? null, value: row.ref };
  const path = problem?.path ?? [];
  const column = path.length === 0 ? null : path.map(snake).join('.');
  return {
    column,
    value: valueText(problem) ?? (typeof row.source === 'string' ? shorten(row.source) : null),
  };
}

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function locateInTable(
  row: PlannedRow,
  problem: FieldProblem | null,
  { columns, mapped, plan }: NamedColumns,
  format: FileFormat,
): { column: string | null; value: string | null } {
  const cells = isTableRow(row.source) ? row.source : [];
  const columnOf = (field: string | null | undefined) =>
    plan.fields.find(({ target }) => target.field === field)?.name;
  const keyColumn = columnOf(format.key.at(-1)) ?? columnOf(format.otherKey) ?? null;
  const problemColumn =
    problem === null ? null : columnOfProblem(problem, mapped.map(cells).cells, { item: row.item, plan });
  const name = problemColumn ?? (problem === null || problem.path.length > 0 ? keyColumn : null);
  if (name === null) return { column: null, value: valueText(problem) };
  // People know the columns by the names of their file.
  const index = mapped.names.indexOf(name);
  const source = columns.includes(name) || index === -1 ? name : mapped.sourceIn(cells, index);
  const cell = cells[columns.indexOf(source)];
  const problemText = typeof problem?.value === 'string' ? problem.value : undefined;
  return { column: source, value: shorten(problemText ?? cell ?? valueText(problem) ?? '') };
}
