import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import { type CsvFile, type CsvTable, countCsvRows, openCsvFile, readCsvTable } from './csv-file.ts';
import { type ImportNote, importNote } from './import-note.ts';

/** The files of a catalogue besides `products.csv`; each may be missing. */
const OPTIONAL_FILES = [
  'locales',
  'currencies',
  'channels',
  'attribute_groups',
  'attributes',
  'attribute_options',
  'families',
  'family_variants',
  'categories',
  'association_types',
  'group_types',
  'groups',
  'product_models',
] as const;
export type OptionalFile = (typeof OPTIONAL_FILES)[number];

const PRODUCTS = 'products.csv';

/** A folder of CSV files as Akeneo exports them, one per kind of object. */
export interface AkeneoFolder {
  /** What is missing and what nobody asked for. */
  readonly notes: readonly ImportNote[];
  /** One file of configuration; a missing one is a table without rows. */
  readTable(file: OptionalFile): Promise<CsvTable>;
  /** The products, to be walked once. */
  openProducts(): Promise<CsvFile>;
  countProducts(): Promise<number>;
}

/**
 * Looks into a folder; reads none of its files yet.
 *
 * @throws ValidationFailed `import-file-invalid` when there is no such folder or no `products.csv` in it.
 */
export async function openAkeneoFolder(folder: string): Promise<AkeneoFolder> {
  const names = new Set(await namesIn(folder));
  if (!names.has(PRODUCTS)) {
    throw invalidFolder(folder, `The folder '${folder}' has no ${PRODUCTS}.`);
  }
  const missing = OPTIONAL_FILES.map((file) => `${file}.csv`).filter((name) => !names.has(name));
  const known = new Set<string>([PRODUCTS, ...OPTIONAL_FILES.map((file) => `${file}.csv`)]);
  const unknown = [...names].filter((name) => name.endsWith('.csv') && !known.has(name)).sort();
  const products = join(folder, PRODUCTS);
  return {
    notes: [
      ...missing.map((name) =>
        importNote('info', name, 'missing-file', `There is no ${name}; what it holds stays as it is.`),
      ),
      ...unknown.map((name) =>
        importNote(
          'info',
          name,
          'unknown-file',
          `${name} is no file of an Akeneo catalogue; it is not read.`,
        ),
      ),
    ],
    async readTable(file) {
      const name = `${file}.csv`;
      if (!names.has(name)) return { name, columns: [], rows: [], faultyRows: 0, notes: [] };
      return readCsvTable(join(folder, name), name);
    },
    openProducts: () => openCsvFile(products, PRODUCTS),
    countProducts: () => countCsvRows(products),
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw invalidFolder(folder, `There is no folder '${folder}'.`);
    if (code === 'ENOTDIR')
      throw invalidFolder(folder, `'${folder}' is a file; name the folder it stands in.`);
    if (code === 'EACCES') throw invalidFolder(folder, `The folder '${folder}' may not be read.`);
    throw error;
  }
}

function invalidFolder(folder: string, message: string): ValidationFailed {
  return new ValidationFailed('import-file-invalid', message, [
    fieldProblem('value-not-allowed', ['folder'], message, { value: folder }),
  ]);
}
