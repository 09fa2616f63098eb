import { access, constants, mkdir } from 'node:fs/promises';

/**
 * Error for a folder of the installation that cannot be used; the message is one sentence for the person who starts
 * the program.
 */
export class DataFolderError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DataFolderError';
  }
}

/**
 * Makes DATA_DIR if it is missing, and makes sure that this process may list, enter and change it.
 *
 * @throws DataFolderError that names the reason and the remedy
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    // If the database cannot run as root, its own user has to get through.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const problem = describeFileError(error);
    if (problem === null) throw error;
    throw new DataFolderError(
      `DATA_DIR cannot be used. ${problem} Or set DATA_DIR to another folder.`,
      error,
    );
  }
}

const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => permissionError(path),
  EPERM: (path) => permissionError(path),
  EROFS: (path) => `${path} is on a file system that is read-only: mount it for writing.`,
  // Node also reports this for a folder that cannot be made on a file system that is read-only.
  ENOENT: (path) => `${path} is missing and cannot be made: make it, on a file system that can be written.`,
  EEXIST: (path) => `${path} is a file where a folder is needed: move the file away.`,
  ENOTDIR: (path) => `${path} leads through a file where a folder is needed: move the file away.`,
  EISDIR: (path) => `${path} is a folder where a file is needed: move the folder away.`,
  ENAMETOOLONG: (path) => `The path ${path} is too long for this system: take a shorter one.`,
  ELOOP: (path) => `${path} leads through links in a circle: correct the links.`,
  ENOSPC: (path) => `There is no space left for ${path}: free some on its file system.`,
  EDQUOT: (path) => `The quota of this user leaves no space for ${path}: raise it, or free some.`,
};

function permissionError(path: string): string {
  const user = process.getuid?.();
  const who = user === undefined ? 'the user of this process' : `user ${user}, as whom this process runs`;
  return `${path} may not be read and written by ${who}: give that user the right (chown, chmod), or start as its owner.`;
}

/** Explains the fault of a file or folder, and the remedy; null for an error that is about something else. */
export function describeFileError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path } = error as NodeJS.ErrnoException;
  return (path === undefined ? undefined : SENTENCES[code ?? '']?.(path)) ?? null;
}
