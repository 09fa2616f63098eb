import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized, verbatim } from '../../../kernel/problems/messages/message.ts';
import type { ProductItemResult } from '../../product/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { FolderImage } from '../read/folder-manifest.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import type { FileCounters } from '../report/import-report.ts';
import type { FolderRun } from '../run/folder-run.ts';
import { type FileReference, hasSameName } from './file-references.ts';
import { copyKey, type FileCopies } from './find-image-copies.ts';
import type { ModelHierarchy } from './model-hierarchy.ts';
import type { MappedProduct } from './product-rows.ts';
import { type FileToStore, storeFiles } from './store-files.ts';

/** Dependencies and settings for importing the file cells of products. */
export interface FileImport {
  readonly run: FolderRun;
  readonly hierarchy: ModelHierarchy;
  /** The cells that models hold themselves, which others repeat. */
  readonly modelCells: ModelFileCells;
  readonly copies: FileCopies;
  readonly structure: Pick<CatalogueStructure, 'attributes'>;
}

/** File cells by model, attribute and scope; see {@link copyKey}. */
export type ModelFileCells = ReadonlyMap<string, FileReference>;

/** A chunk of products whose files are in the catalogue. */
export interface PreparedProducts {
  /** The products with the codes of their files among their values. */
  readonly products: readonly MappedProduct[];
  /** Notes about their files. */
  readonly notes: readonly ImportNote[];
  /** The cells of models that these repeat: whether they are shown decides how these are counted. */
  readonly repeated: readonly string[];
  /**
   * Counts the file cells of the product at an index of the chunk, once it is written or rejected.
   *
   * @param displayedKeys keys of cells of models that show their files; those of this product are added
   */
  count(
    index: number,
    result: ProductItemResult | undefined,
    displayedKeys: Set<string>,
    files: FileCounters,
  ): void;
}

/** Outcome for the file of a cell, independent of whether its product can be written. */
type FileOutcome =
  /** There is no such file and no copy of it. */
  | { readonly kind: 'missing' }
  /** It was reported and is left out. */
  | { readonly kind: 'skipped' }
  /** The model above names a file of the same name, which is shown here too. */
  | { readonly kind: 'repeated'; readonly key: string; readonly isThere: boolean }
  /** A code is written; the `key` of a model lets cells below find out whether it was taken. */
  | { readonly kind: 'written'; readonly key: string | null; readonly isThere: boolean };

/** A cell whose file is to be stored. */
interface PendingFile extends FileToStore {
  readonly index: number;
  readonly cell: FileReference;
  readonly isThere: boolean;
}

/** Returns the cells that models hold themselves. */
export function modelFileCells(models: readonly MappedProduct[], hierarchy: ModelHierarchy): ModelFileCells {
  const modelCells = new Map<string, FileReference>();
  for (const { item, files } of models) {
    for (const cell of files) {
      if (hierarchy.ownerOf(item.parent, cell.column.attribute) !== null) continue;
      modelCells.set(copyKey(hierarchy.keyOf(item.sku), cell), cell);
    }
  }
  return modelCells;
}

/**
 * Brings the files that cells of some products name into the catalogue, before any of the products names them, and their
 * codes into the values.
 *
 * What a row repeats from a model above it, known by the file name (or, when the row is written, by the same content),
 * stays the model's. When the model's own file is not in the folder, a copy of it that a row below names stands in.
 *
 * @param file name of the CSV file
 */
export async function prepareFiles(
  products: readonly MappedProduct[],
  file: string,
  files: FileImport,
): Promise<PreparedProducts> {
  const notes: ImportNote[] = [];
  const outcomes = new Map<FileReference, FileOutcome>();
  const pending: PendingFile[] = [];
  for (const [index, product] of products.entries()) {
    for (const cell of product.files) {
      const outcome = validate({ index, product, cell, file }, files, notes);
      if ('picture' in outcome) pending.push(outcome);
      else outcomes.set(cell, outcome);
    }
  }
  const values = await storePending(pending, products, file, { outcomes, notes }, files);
  return {
    products: products.map((product, index) => withValues(product, values.get(index) ?? [])),
    notes,
    repeated: [...outcomes.values()].flatMap((outcome) => (outcome.kind === 'repeated' ? [outcome.key] : [])),
    count(index, result, displayedKeys, counters) {
      for (const cell of products[index]?.files ?? []) {
        const outcome = outcomes.get(cell) ?? { kind: 'skipped' };
        countFile(outcome, cell, result, displayedKeys, counters);
      }
    },
  };
}

interface ValidatedCell {
  readonly index: number;
  readonly product: MappedProduct;
  readonly cell: FileReference;
  /** Name of the CSV file. */
  readonly file: string;
}

/** Returns the outcome of a cell, or a file to store first. */
function validate(
  { index, product, cell, file }: ValidatedCell,
  { run, hierarchy, copies, structure, modelCells }: FileImport,
  notes: ImportNote[],
): FileOutcome | PendingFile {
  const { attribute } = cell.column;
  const owner = hierarchy.ownerOf(product.item.parent, attribute);
  const key = owner === null ? keyOfModel(product, cell, hierarchy) : copyKey(owner, cell);
  const original = owner === null || key === null ? undefined : modelCells.get(key);
  const copy = owner !== null || key === null ? undefined : copies.get(key);
  const pictureFile = run.folder.pictureAt(cell.path);
  const isThere = typeof pictureFile !== 'string';
  if (!isThere) {
    const details = { row: product.row, column: cell.column.name, value: cell.path };
    const { level, code, message } = wordsFor(pictureFile, cell, copy?.path);
    notes.push(importNote(level, file, code, message, details));
    if (pictureFile !== 'missing') return { kind: 'skipped' };
  }
  if (original !== undefined && key !== null && hasSameName(original, cell)) {
    return { kind: 'repeated', key, isThere };
  }
  const picture = isThere ? pictureFile : copy?.picture;
  if (picture === undefined) return { kind: 'missing' };
  const rules = structure.attributes.get(foldKey(attribute)) ?? { validation: {} };
  return { index, cell, picture, path: copy?.path ?? cell.path, attribute: rules, isThere };
}

/** Returns null for a product that is no model: nothing stands below it. */
function keyOfModel({ item }: MappedProduct, cell: FileReference, { keyOf }: ModelHierarchy): string | null {
  return item.type === 'model' ? copyKey(keyOf(item.sku), cell) : null;
}

function wordsFor(pictureFile: FolderImage | 'missing', { path }: FileReference, copy: string | undefined) {
  if (pictureFile === 'outside') {
    const message = localized('akeneo-file-outside', { path });
    return { level: 'error', code: 'file-outside-folder', message } as const;
  }
  if (pictureFile === 'unreadable') {
    const message = localized('akeneo-file-unreadable', { path });
    return { level: 'error', code: 'file-unreadable', message } as const;
  }
  const message =
    copy === undefined
      ? localized('akeneo-file-not-in-folder', { path })
      : localized('akeneo-file-copy-used', { path, copy });
  return { level: 'warning', code: 'file-missing', message } as const;
}

/** Stores the files and returns the values that refer to them, by the index of their product in the chunk. */
async function storePending(
  pending: readonly PendingFile[],
  products: readonly MappedProduct[],
  file: string,
  { outcomes, notes }: { readonly outcomes: Map<FileReference, FileOutcome>; readonly notes: ImportNote[] },
  { run, hierarchy }: FileImport,
): Promise<ReadonlyMap<number, FileValue[]>> {
  const values = new Map<number, FileValue[]>();
  if (pending.length === 0) return values;
  const stored = await storeFiles(pending, run);
  for (const [position, { index, cell, isThere }] of pending.entries()) {
    const storedFile = stored[position];
    const product = products[index];
    if (storedFile === undefined || product === undefined) continue;
    const { attribute, channel, locale, name } = cell.column;
    if ('fault' in storedFile) {
      const { code, message } = storedFile.fault;
      const details = { row: product.row, column: name, value: cell.path };
      const text = typeof message === 'string' ? verbatim(message) : message;
      notes.push(importNote('error', file, code, text, details));
      outcomes.set(cell, isThere ? { kind: 'skipped' } : { kind: 'missing' });
      continue;
    }
    outcomes.set(cell, { kind: 'written', key: keyOfModel(product, cell, hierarchy), isThere });
    const value = { attribute, channel, locale, value: storedFile.code, path: ['values', name] };
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
  outcome: FileOutcome,
  { column }: FileReference,
  result: ProductItemResult | undefined,
  displayedKeys: Set<string>,
  files: FileCounters,
): void {
  const names = (paths: readonly (readonly string[])[]) =>
    paths.some(([field, name]) => field === 'values' && name === column.name);
  const isWritten = result !== undefined && result.refusal === null;
  const isRefused = !isWritten || names(result.cellProblems.map(({ path }) => path));
  files.total += 1;
  if (outcome.kind === 'repeated' || (isWritten && names(result.inheritedCells))) files.inherited += 1;
  if (outcome.kind === 'written' && !isRefused && outcome.key !== null) displayedKeys.add(outcome.key);
  const isThere = outcome.kind === 'written' || outcome.kind === 'repeated' ? outcome.isThere : false;
  if (outcome.kind === 'missing' || (!isThere && outcome.kind !== 'skipped')) files.missing += 1;
  else if (outcome.kind === 'written' && !isRefused) files.linked += 1;
  else if (outcome.kind === 'repeated' && isWritten && displayedKeys.has(outcome.key)) files.linked += 1;
  else files.skipped += 1;
}
