import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** The result of a path in a cell: the absolute path of a file, or why there is none. */
export type FolderFile = { readonly path: string } | 'missing' | 'unreadable' | 'outside';

/** Finds the files that cells name. */
export interface FolderFiles {
  /** @param path as a cell has it, from the folder on, with `/` between names */
  locate(path: string): Promise<FolderFile>;
}

/** Error codes of the file system for a path that leads nowhere. */
const NOWHERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);
const FORBIDDEN: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM']);

/**
 * Returns the files below a folder. Cells are text that anybody may have written, so neither `..` nor a link leads out
 * of it, and what is no regular file does not exist.
 */
export async function openFolderFiles(folder: string): Promise<FolderFiles> {
  const root = await realpath(folder);
  const isInside = (path: string) => {
    const way = relative(root, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  return {
    async locate(path) {
      if (path.includes('\0')) return 'missing';
      const absolutePath = join(root, path);
      if (!isInside(absolutePath)) return 'outside';
      try {
        const real = await realpath(absolutePath);
        if (!isInside(real)) return 'outside';
        return (await stat(real)).isFile() ? { path: real } : 'missing';
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (NOWHERE.has(code)) return 'missing';
        if (FORBIDDEN.has(code)) return 'unreadable';
        throw error;
      }
    },
  };
}
