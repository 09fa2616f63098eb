import type { FolderFile } from './tar-archive.ts';

/**
 * Returns the files of a folder that is dropped, with their paths below it; null if no folder is among what is dropped.
 * The entries are taken at once, because the browser empties the list after the event.
 */
export function readDroppedFolder(items: DataTransferItemList): Promise<readonly FolderFile[]> | null {
  const folder = [...items]
    .map((item) => item.webkitGetAsEntry())
    .find((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true);
  return folder === undefined ? null : filesOf(folder, '');
}

async function filesOf(folder: FileSystemDirectoryEntry, path: string): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  for (const entry of await entriesOf(folder)) {
    const name = `${path}${entry.name}`;
    if (entry.isDirectory) files.push(...(await filesOf(entry as FileSystemDirectoryEntry, `${name}/`)));
    else files.push({ path: name, content: await fileOf(entry as FileSystemFileEntry) });
  }
  return files;
}

/** Returns all entries of a folder, which the browser hands out in parts of 100. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));
