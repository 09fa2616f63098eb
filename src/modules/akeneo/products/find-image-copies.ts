import { toFilename } from '../../media/index.ts';
import { type CsvFile, CsvRow } from '../read/csv-file.ts';
import type { ImageError, ImageMetadata } from '../read/folder-manifest.ts';
import type { AkeneoFolder } from '../read/read-stored-folder.ts';
import type { FileReferenceColumn } from './file-references.ts';
import { type FileReference, hasSameName, readFileReferences, scopeKey } from './file-references.ts';
import type { ModelHierarchy } from './model-hierarchy.ts';
import type { MappedProduct } from './product-rows.ts';

/** A file that stands in for one of a model that is not in the folder. */
export interface FileCopy {
  /** Path as the cell below has it. */
  readonly path: string;
  readonly picture: ImageMetadata | ImageError;
}

/** Copies by model, attribute and scope; see {@link copyKey}. */
export type FileCopies = ReadonlyMap<string, FileCopy>;

export function copyKey(modelKey: string, { column }: Pick<FileReference, 'column'>): string {
  return `${modelKey} ${scopeKey(column)}`;
}

type FolderPictures = Pick<AkeneoFolder, 'pictureAt' | 'hasPictureNamed'>;

/** Objects that are searched for copies: the models of the files, and the products when it takes them. */
interface Searched {
  readonly models: readonly MappedProduct[];
  /** Opens the products and returns their file columns. */
  openProducts(): Promise<{ readonly file: CsvFile; readonly columns: readonly FileReferenceColumn[] }>;
}

/**
 * Returns, for each file of a model that is not in the folder, the first copy of it that is: a row below repeats the
 * cell under a path of its own with the same file name. The products are read only as far as they may still contain a
 * copy.
 */
export async function findCopies(
  { models, openProducts }: Searched,
  hierarchy: ModelHierarchy,
  files: FolderPictures,
): Promise<FileCopies> {
  const requiredFiles = missingFiles(models, hierarchy, files);
  const copies = new Map<string, FileCopy>();
  const consider = (parent: string | null | undefined, cells: readonly FileReference[]) => {
    for (const cell of cells) {
      const owner = hierarchy.ownerOf(parent, cell.column.attribute);
      const key = owner === null ? '' : copyKey(owner, cell);
      const original = requiredFiles.get(key);
      if (original === undefined || !hasSameName(original, cell)) continue;
      const picture = files.pictureAt(cell.path);
      if (typeof picture === 'string') continue;
      requiredFiles.delete(key);
      copies.set(key, { path: cell.path, picture });
    }
  };
  if (requiredFiles.size > 0) for (const { item, files: cells } of models) consider(item.parent, cells);
  if (requiredFiles.size === 0) return copies;
  const { file, columns } = await openProducts();
  for await (const row of file.rows()) {
    if (!(row instanceof CsvRow)) continue;
    const parent = row.get('parent');
    if (parent !== '') consider(hierarchy.skuOf(parent), readFileReferences(row, columns));
    if (requiredFiles.size === 0) break;
  }
  return copies;
}

/** Returns the cells that models hold themselves and whose files do not exist. */
function missingFiles(
  models: readonly MappedProduct[],
  hierarchy: ModelHierarchy,
  files: FolderPictures,
): Map<string, FileReference> {
  const missing = new Map<string, FileReference>();
  for (const { item, files: cells } of models) {
    for (const cell of cells) {
      if (hierarchy.ownerOf(item.parent, cell.column.attribute) !== null) continue;
      // A copy has the name of what it is a copy of.
      const mayHaveCopies = files.hasPictureNamed(toFilename(cell.path));
      if (mayHaveCopies && files.pictureAt(cell.path) === 'missing')
        missing.set(copyKey(hierarchy.keyOf(item.sku), cell), cell);
    }
  }
  return missing;
}
