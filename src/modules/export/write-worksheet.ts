import {
  type CellKind,
  type ColumnTarget,
  createWorkbookWriter,
  FILE_FORMATS,
  type FileFormat,
  type FileItem,
  fieldOf,
  kindOf,
  optionsOf,
  type WorksheetProgress,
  writeRow,
} from '../file-formats/index.ts';
import type { ExportSettings } from './export-input.ts';
import type { TableShape } from './write-text.ts';

/** A piece of a workbook, and how far its sheet is with it; null once it is whole. */
export interface WorksheetChunk {
  readonly bytes: Buffer;
  readonly sheet: WorksheetProgress | null;
}

/**
 * Appends rows to a workbook.
 *
 * @param before null at the beginning
 * @throws RequestError `payload-too-large`
 */
export function writeWorksheet(
  settings: ExportSettings,
  { header, targets }: TableShape,
  before: WorksheetProgress | null,
  items: readonly FileItem[],
  isLast: boolean,
): WorksheetChunk {
  const format = FILE_FORMATS[settings.resource];
  // Numbers and days have types; what had to stay a text is in the one form that every reader knows.
  const options = { ...optionsOf(settings), decimalSeparator: '.', dateFormat: 'YYYY-MM-DD' } as const;
  const writer = createWorkbookWriter({
    name: options.sheet ?? sheetNameOf(settings.resource),
    header,
    kinds: targets.map((target) => (target === null ? 'text' : cellKindOf(target, format))),
    headerRow: options.headerRow,
  });
  const knownTargets = targets.filter((target) => target !== null);
  const rows = items.map((item) => {
    const cells = writeRow(item, knownTargets, format, options);
    let next = 0;
    return targets.map((target) => (target === null ? '' : (cells[next++] ?? '')));
  });
  const initialChunk = before === null ? writer.begin() : { bytes: Buffer.alloc(0), progress: before };
  const written = writer.rows(initialChunk.progress, rows);
  const end = isLast ? writer.end(written.progress) : Buffer.alloc(0);
  return {
    bytes: Buffer.concat([initialChunk.bytes, written.bytes, end]),
    sheet: isLast ? null : written.progress,
  };
}

/** Returns `Option sets` for `option_sets`. */
export function sheetNameOf(resource: string): string {
  const title = resource.replaceAll('_', ' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const KINDS: Readonly<Record<string, CellKind>> = {
  number: 'number',
  measurement: 'number',
  price: 'number',
  boolean: 'boolean',
  date: 'date',
};

function cellKindOf(target: ColumnTarget, format: FileFormat): CellKind {
  if (target.kind === 'cell') return target.part === 'unit' ? 'text' : (KINDS[target.type] ?? 'text');
  const field = target.kind === 'field' ? fieldOf(format, target.field) : undefined;
  const kind = field === undefined || target.kind !== 'field' ? 'text' : kindOf(field, target.key);
  return kind === 'integer' ? 'number' : kind === 'boolean' ? 'boolean' : 'text';
}
