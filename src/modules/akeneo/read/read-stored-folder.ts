import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { openStored } from '../../file-formats/index.ts';
import { toFilename } from '../../media/index.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import { type CsvFile, type CsvTable, emptyTable, openCsvFile, readCsvTable } from './csv-file.ts';
import {
  FOLDER_FILES,
  type FolderImage,
  type FolderManifest,
  folderFileKey,
  type OptionalFile,
  PRODUCTS_FILE,
} from './folder-manifest.ts';
import type { ProductFileStats } from './product-file-stats.ts';

/** The CSV files of a catalogue as Akeneo exports them, one per kind of object, and what is known of its images. */
export interface AkeneoFolder {
  /** Notes about missing and unknown files. */
  readonly notes: readonly ImportNote[];
  /** Returns one file of configuration; a missing one is a table without rows. */
  readTable(file: OptionalFile): Promise<CsvTable>;
  openProducts(): Promise<CsvFile>;
  readonly products: ProductFileStats;
  /** @param path as a cell has it, from the folder on, with `/` between names */
  pictureAt(path: string): FolderImage | 'missing';
  /** Returns true if any existing image has this name, in whatever folder. */
  hasPictureNamed(filename: string): boolean;
}

/**
 * Opens a folder that lies in the storage; reads none of its files yet. What is known of its images is held in memory.
 *
 * @throws ValidationFailed `import-file-invalid` when it is no longer there
 */
export async function openStoredFolder(storage: ObjectStorage, key: string): Promise<AkeneoFolder> {
  const parts: Uint8Array[] = [];
  for await (const part of openStored(storage, key)(0)) parts.push(Uint8Array.from(part));
  const manifest = JSON.parse(Buffer.concat(parts).toString('utf8')) as FolderManifest;
  const pictures = new Map(manifest.pictures);
  const names = new Set(manifest.pictures.map(([path]) => toFilename(path)));
  const bytesOf = (name: string) => openStored(storage, folderFileKey(key, name));
  return {
    notes: notesOf(manifest),
    products: manifest.products,
    async readTable(file) {
      const name = `${file}.csv`;
      if (manifest.files[name] === undefined) return emptyTable(name);
      return readCsvTable(bytesOf(name), name);
    },
    openProducts: () => openCsvFile(bytesOf(PRODUCTS_FILE), PRODUCTS_FILE),
    pictureAt: (path) => pictures.get(path) ?? 'missing',
    hasPictureNamed: (filename) => names.has(filename),
  };
}

function notesOf({ files, others }: FolderManifest): ImportNote[] {
  const missing = FOLDER_FILES.filter((name) => files[name] === undefined);
  return [
    ...missing.map((name) =>
      importNote('info', name, 'missing-file', localized('akeneo-file-missing', { file: name })),
    ),
    ...others.map((name) =>
      importNote('info', name, 'unknown-file', localized('akeneo-file-unknown', { file: name })),
    ),
  ];
}
