import { readdir } from 'node:fs/promises';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { FOLDER_FILES, type FolderManifest, PRODUCTS_FILE } from './folder-manifest.ts';

/** The names of the CSV files of a folder: those of a catalogue, and others. */
export interface FolderFileNames extends Pick<FolderManifest, 'others'> {
  readonly files: readonly string[];
}

/**
 * Looks into a folder; reads none of its files.
 *
 * @throws ValidationFailed `import-file-invalid` when there is no such folder or no `products.csv` in it.
 */
export async function listFolder(folder: string): Promise<FolderFileNames> {
  const names = new Set(await namesIn(folder));
  if (!names.has(PRODUCTS_FILE)) {
    throw invalidFolder(folder, localized('folder-without-file', { folder, file: PRODUCTS_FILE }));
  }
  return sortNames(names);
}

/** Separates the files of a catalogue from other CSV files. */
export function sortNames(names: ReadonlySet<string>): FolderFileNames {
  const isOther = (name: string) => name.endsWith('.csv') && !FOLDER_FILES.includes(name);
  return { files: FOLDER_FILES.filter((name) => names.has(name)), others: [...names].filter(isOther).sort() };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw invalidFolder(folder, localized('not-found', { kind: 'folder', ref: folder }));
    if (code === 'ENOTDIR') throw invalidFolder(folder, localized('folder-is-a-file', { folder }));
    if (code === 'EACCES') throw invalidFolder(folder, localized('folder-unreadable', { folder }));
    throw error;
  }
}

function invalidFolder(folder: string, message: Message): ValidationFailed {
  return new ValidationFailed('import-file-invalid', message, [
    fieldProblem('value-not-allowed', ['folder'], message, { value: folder }),
  ]);
}
