import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { ProductItemResult } from '../../product/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { type FileCell, hasSameName } from './file-cells.ts';
import { copyKey, type FileCopies } from './find-copies.ts';
import type { FolderFile, FolderFiles } from './folder-files.ts';
import type { ImportEnvironment } from './import-environment.ts';
import { importNote } from './import-note.ts';
import type { ReportDraft } from './import-report.ts';
import type { ModelLines } from './model-lines.ts';
import type { MappedProduct } from './product-rows.ts';
import { storeFiles, type WantedFile } from './store-files.ts';

/** What the file cells of products are imported with. */
export interface FileImport {
  readonly files: FolderFiles;
  readonly lines: ModelLines;
  /** Models of the files, whose cells others repeat. */
  readonly models: readonly MappedProduct[];
  readonly copies: FileCopies;
  readonly structure: Pick<CatalogueStructure, 'attributes'>;
  readonly environment: ImportEnvironment;
  readonly report: ReportDraft;
}

/** A chunk of products whose files are in the catalogue. */
export interface PreparedProducts {
  /** The products with the codes of their files among their values. */
  readonly products: readonly MappedProduct[];
  /** Counts the file cells of the product in one place of the chunk, once it is written or refused. */
  count(index: number, result: ProductItemResult | undefined): void;
}

export interface FileImporter {
  /** Stores the files of a chunk, before any product of it names them. */
  prepare(products: readonly MappedProduct[], file: string): Promise<PreparedProducts>;
}

/** What is to become of one cell, apart from whether its product can be written. */
type Fate =
  /** There is no such file, and nothing stands in for it. */
  | { readonly kind: 'missing' }
  /** It was reported and is left out. */
  | { readonly kind: 'skipped' }
  /** The model above names a file of the same name, which is shown here too. */
  | { readonly kind: 'repeated'; readonly key: string; readonly isThere: boolean }
  /** A code is written; the `key` of a model lets cells below find out whether it was taken. */
  | { readonly kind: 'written'; readonly key: string | null; readonly isThere: boolean };

/** A cell whose file is to be stored. */
interface PendingFile extends WantedFile {
  readonly index: number;
  readonly cell: FileCell;
  readonly isThere: boolean;
}

/**
 * Brings the files that cells name into the catalogue and their codes into the values.
 *
 * What a row repeats from a model above it, known by the file name (or, when the row is written, by the same content),
 * stays the model's. When the model's own file is not in the folder, a copy of it that a row below names stands in.
 */
export function createFileImporter(run: FileImport): FileImporter {
  const { lines, models, report } = run;
  /** The cells that models hold themselves. */
  const held = new Map<string, FileCell>();
  for (const { item, files } of models) {
    for (const cell of files) {
      if (lines.ownerOf(item.parent, cell.column.attribute) !== null) continue;
      held.set(copyKey(lines.keyOf(item.sku), cell), cell);
    }
  }
  /** Those of the held cells that the catalogue has. */
  const shown = new Set<string>();
  return {
    async prepare(products, file) {
      const fates = new Map<FileCell, Fate>();
      const pending: PendingFile[] = [];
      for (const [index, product] of products.entries()) {
        for (const cell of product.files) {
          const fate = await judge({ index, product, cell, file }, run, held);
          if ('location' in fate) pending.push(fate);
          else fates.set(cell, fate);
        }
      }
      const values = await storePending(pending, products, file, fates, run);
      return {
        products: products.map((product, index) => withValues(product, values.get(index) ?? [])),
        count(index, result) {
          for (const cell of products[index]?.files ?? []) {
            const fate = fates.get(cell) ?? { kind: 'skipped' };
            countFile(fate, cell, result, shown, report);
          }
        },
      };
    },
  };
}

interface JudgedCell {
  readonly index: number;
  readonly product: MappedProduct;
  readonly cell: FileCell;
  /** Name of the CSV file. */
  readonly file: string;
}

/** What is to become of a cell: its fate, or a file to store first. */
async function judge(
  { index, product, cell, file }: JudgedCell,
  { files, lines, copies, structure, report }: FileImport,
  held: ReadonlyMap<string, FileCell>,
): Promise<Fate | PendingFile> {
  const { attribute } = cell.column;
  const owner = lines.ownerOf(product.item.parent, attribute);
  const key = owner === null ? keyOfModel(product, cell, lines) : copyKey(owner, cell);
  const original = owner === null || key === null ? undefined : held.get(key);
  const copy = owner !== null || key === null ? undefined : copies.get(key);
  const found = await files.locate(cell.path);
  const isThere = typeof found !== 'string';
  if (!isThere) {
    const place = { row: product.row, column: cell.column.name, value: cell.path };
    const { level, code, message } = wordsFor(found, cell, copy?.path);
    report.notes.push(importNote(level, file, code, message, place));
    if (found !== 'missing') return { kind: 'skipped' };
  }
  if (original !== undefined && key !== null && hasSameName(original, cell)) {
    return { kind: 'repeated', key, isThere };
  }
  const location = isThere ? found.path : copy?.location;
  if (location === undefined) return { kind: 'missing' };
  const rules = structure.attributes.get(foldKey(attribute)) ?? { validation: {} };
  return { index, cell, location, path: copy?.path ?? cell.path, attribute: rules, isThere };
}

/** Null for what is no model: nothing stands below it. */
function keyOfModel({ item }: MappedProduct, cell: FileCell, { keyOf }: ModelLines): string | null {
  return item.type === 'model' ? copyKey(keyOf(item.sku), cell) : null;
}

function wordsFor(found: FolderFile, { path }: FileCell, copy: string | undefined) {
  if (found === 'outside') {
    const message = `'${path}' leads out of the folder; the cell is left out.`;
    return { level: 'error', code: 'file-outside-folder', message } as const;
  }
  if (found === 'unreadable') {
    const message = `The file '${path}' may not be read; the cell is left out.`;
    return { level: 'error', code: 'file-unreadable', message } as const;
  }
  const message =
    copy === undefined
      ? `There is no file '${path}' in the folder; the cell is left out.`
      : `There is no file '${path}' in the folder; '${copy}', a copy of it by its name, is taken.`;
  return { level: 'warning', code: 'file-missing', message } as const;
}

/** Stores the files and answers the values that name them, by the place of their product in the chunk. */
async function storePending(
  pending: readonly PendingFile[],
  products: readonly MappedProduct[],
  file: string,
  fates: Map<FileCell, Fate>,
  { lines, environment, report }: FileImport,
): Promise<ReadonlyMap<number, FileValue[]>> {
  const values = new Map<number, FileValue[]>();
  const stored = await storeFiles(pending, environment);
  for (const [position, { index, cell, isThere }] of pending.entries()) {
    const answer = stored[position];
    const product = products[index];
    if (answer === undefined || product === undefined) continue;
    const { attribute, channel, locale, name } = cell.column;
    if ('fault' in answer) {
      const { code, message } = answer.fault;
      const place = { row: product.row, column: name, value: cell.path };
      report.notes.push(importNote('error', file, code, message, place));
      fates.set(cell, isThere ? { kind: 'skipped' } : { kind: 'missing' });
      continue;
    }
    fates.set(cell, { kind: 'written', key: keyOfModel(product, cell, lines), isThere });
    const value = { attribute, channel, locale, value: answer.code, path: ['values', name] };
    values.set(index, [...(values.get(index) ?? []), value]);
  }
  return values;
}

interface FileValue {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: JsonValue;
  readonly path: readonly string[];
}

function withValues(product: MappedProduct, values: readonly FileValue[]): MappedProduct {
  if (values.length === 0) return product;
  const { item } = product;
  return { ...product, item: { ...item, values: [...(item.values ?? []), ...values] } };
}

function countFile(
  fate: Fate,
  { column }: FileCell,
  result: ProductItemResult | undefined,
  shown: Set<string>,
  { files }: ReportDraft,
): void {
  const names = (paths: readonly (readonly string[])[]) =>
    paths.some(([field, name]) => field === 'values' && name === column.name);
  const isWritten = result !== undefined && result.refusal === null;
  const isRefused = !isWritten || names(result.cellProblems.map(({ path }) => path));
  files.total += 1;
  if (fate.kind === 'repeated' || (isWritten && names(result.inheritedCells))) files.inherited += 1;
  if (fate.kind === 'written' && !isRefused && fate.key !== null) shown.add(fate.key);
  const isThere = fate.kind === 'written' || fate.kind === 'repeated' ? fate.isThere : false;
  if (fate.kind === 'missing' || (!isThere && fate.kind !== 'skipped')) files.missing += 1;
  else if (fate.kind === 'written' && !isRefused) files.linked += 1;
  else if (fate.kind === 'repeated' && isWritten && shown.has(fate.key)) files.linked += 1;
  else files.skipped += 1;
}
