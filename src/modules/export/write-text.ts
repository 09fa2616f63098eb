import { localized } from '../../kernel/problems/messages/message.ts';
import {
  type ColumnContext,
  type ColumnTarget,
  columnNameOf,
  csvLine,
  FILE_FORMATS,
  type FileItem,
  type FileOptions,
  fieldOf,
  labelOfColumn,
  resolveColumn,
  targetKey,
  withDefaults,
  writeLine,
  writeRow,
} from '../file-formats/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { orderColumns } from './collect-columns.ts';
import type { ExportSettings } from './export-input.ts';
import { labelLocales } from './with-labels.ts';

/** Writes rows as text. */
export interface TextWriter {
  /** Beginning of the file. */
  readonly head: string;
  rows(items: readonly FileItem[]): string;
}

/** Returns lines of JSON: one batch item each; with chosen columns, only those and the key of the object. */
export function jsonLines(settings: ExportSettings, structure: CatalogueStructure): TextWriter {
  const { resource, columns } = settings;
  const format = FILE_FORMATS[resource];
  const selectedColumns = columns === null ? null : chooseColumns(settings, columns, structure);
  const rows = (items: readonly FileItem[]) =>
    items
      .map(
        (item) =>
          `${writeLine(selectedColumns === null ? item : onlyChosen(item, selectedColumns, format.key), format)}\n`,
      )
      .join('');
  return { head: '', rows };
}

function onlyChosen(
  { fields, cells, links }: FileItem,
  selectedColumns: ReturnType<typeof chooseColumns>,
  key: readonly string[],
): FileItem {
  const targets = selectedColumns.flatMap((target) => ('reason' in target ? [] : [target]));
  const isField = (name: string) =>
    key.includes(name) || targets.some((target) => target.kind === 'field' && target.field === name);
  const isCell = (cell: FileItem['cells'][number]) =>
    targets.some(
      (target) =>
        target.kind === 'cell' &&
        !cell.clear &&
        target.attribute === cell.attribute &&
        target.channel === cell.channel &&
        target.locale === cell.locale,
    );
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isField(name))),
    cells: cells.filter(isCell),
    links: links.filter(({ type, to }) =>
      targets.some((target) => target.kind === 'links' && target.type === type && target.to === to),
    ),
  };
}

/** The columns of a table, in their order. */
export interface TableShape {
  readonly header: readonly string[];
  /** Target of each column; null for one that stays empty. */
  readonly targets: readonly (ColumnTarget | null)[];
}

/** Returns a table with the columns that its rows were found to need. */
export function tableFromRows(
  settings: ExportSettings,
  needed: readonly string[],
  structure: CatalogueStructure,
): TableShape {
  const { resource } = settings;
  const targets = orderColumns(needed, resource, structure);
  const labelHeader = labelNames(settings, targets, structure);
  if (labelHeader !== null) return { header: labelHeader, targets };
  const names = targets.map((target) => columnNameOf(target, resource, structure));
  return { header: mappedNames(settings, targets, names, structure), targets };
}

/** Returns the names of columns as the mapping says them: a file goes out under the names by which it comes in. */
function mappedNames(
  { resource, mapping }: Pick<ExportSettings, 'resource' | 'mapping'>,
  targets: readonly (ColumnTarget | null)[],
  names: readonly string[],
  structure: CatalogueStructure,
): readonly string[] {
  const columns = new Map(
    mapping.flatMap(({ column, target }) => {
      const resolvedColumn = target ? resolveColumn(target, resource, structure) : null;
      return resolvedColumn === null || 'reason' in resolvedColumn
        ? []
        : [[keyOf(resolvedColumn), column] as const];
    }),
  );
  const usedNames = new Set(names);
  return names.map((name, index) => {
    const target = targets[index] ?? null;
    const column = target === null ? undefined : columns.get(keyOf(target));
    return column === undefined || usedNames.has(column) ? name : column;
  });
}

/** A field has one key under each of its names. */
const keyOf = (target: ColumnTarget): string =>
  targetKey(target.kind === 'field' ? { kind: 'field', field: target.field, key: target.key } : target);

/** Returns a table with the columns that were requested. Those that mean nothing any more stay empty. */
export function tableFromColumns(
  settings: ExportSettings,
  columns: readonly string[],
  structure: CatalogueStructure,
): TableShape {
  const selectedColumns = chooseColumns(settings, columns, structure);
  const targets = selectedColumns.map((target) => ('reason' in target ? null : target));
  const labelHeader = labelNames(settings, targets, structure);
  const nameColumns = () => mappedNames(settings, targets, columns, structure);
  return {
    header: labelHeader?.map((name, index) => name ?? columns[index] ?? '') ?? nameColumns(),
    targets,
  };
}

/** Returns the names of columns by labels; null for an export with codes. */
function labelNames<Target extends ColumnTarget | null>(
  { resource, labelLocale = null }: ExportSettings,
  targets: readonly Target[],
  structure: CatalogueStructure,
) {
  if (labelLocale === null) return null;
  const locales = labelLocales(structure, labelLocale);
  const nameOf = (target: Target) =>
    (target === null ? null : labelOfColumn(target, resource, structure, locales)) as Target extends null
      ? string | null
      : string;
  return targets.map(nameOf);
}

/** Returns the meaning of the columns of a choice; they may have the names of the mapping. */
export function chooseColumns(
  { resource, mapping }: Pick<ExportSettings, 'resource' | 'mapping'>,
  columns: readonly string[],
  context: ColumnContext,
): ReturnType<typeof resolveColumn>[] {
  const targets = new Map(mapping.flatMap(({ column, target }) => (target ? [[column, target]] : [])));
  const all = new Set(columns.map((name) => name.toLowerCase()));
  return columns.map((name) => {
    const target = resolveColumn(targets.get(name) ?? name, resource, context, all);
    const isForImports =
      'field' in target && fieldOf(FILE_FORMATS[resource], target.field)?.isForImports === true;
    return isForImports ? { reason: localized('column-for-imports'), suggestions: [] } : target;
  });
}

/** Returns a table as text. */
export function tableText(settings: ExportSettings, { header, targets }: TableShape): TextWriter {
  const format = FILE_FORMATS[settings.resource];
  const options = withDefaults(settings.options);
  const { enclosure, headerRow } = options;
  const delimiter = options.delimiter ?? ';';
  const knownTargets = targets.filter((target) => target !== null);
  return {
    head: `${hasMark(options) ? '\ufeff' : ''}${'\r\n'.repeat(headerRow - 1)}${csvLine(header, delimiter, enclosure)}`,
    rows: (items) =>
      items
        .map((item) => {
          const cells = writeRow(item, knownTargets, format, options);
          let next = 0;
          const row = targets.map((target) => (target === null ? '' : (cells[next++] ?? '')));
          return csvLine(row, delimiter, enclosure);
        })
        .join(''),
  };
}

/** Tables are written in UTF-8; where the profile has another encoding, a byte order mark says so. */
const hasMark = ({ withBom, encoding }: FileOptions) =>
  withBom || (encoding !== null && encoding !== 'utf-8');

/** Returns a row without the values that were not requested. */
export function filterScope(item: FileItem, { channel, locales }: ExportSettings): FileItem {
  if (channel === null && locales === null) return item;
  const isAsked = (cell: FileItem['cells'][number]) =>
    !cell.clear &&
    (channel === null || cell.channel === null || cell.channel === channel) &&
    (locales === null || cell.locale === null || locales.includes(cell.locale));
  return { ...item, cells: item.cells.filter(isAsked) };
}
