import { basename, dirname } from 'node:path/posix';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { detailOf } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError, openStored } from '../../file-formats/index.ts';
import { type StagedFile, stageFile } from '../../import/index.ts';
import { inspectFile, receiveFile, toFilename, tooLargeError } from '../../media/index.ts';
import { analyzeFolder } from '../read/analyze-folder.ts';
import {
  FOLDER_FILES,
  type FolderImage,
  type FolderManifest,
  folderFileKey,
  folderImageKey,
  PRODUCTS_FILE,
  toBytes,
} from '../read/folder-manifest.ts';
import { sortNames } from '../read/list-folder.ts';
import type { FolderRun } from '../run/folder-run.ts';

const NO_ARCHIVE = localized('archive-incomplete', { command: 'tar -cf folder.tar -C path/to/folder' });

/** Dependencies and settings for unpacking an archive. */
export interface UnpackOptions extends Pick<FolderRun, 'runner' | 'session' | 'storage' | 'keepAlive'> {
  /** Size of the largest image in bytes. */
  readonly maximumBytes: number;
}

/** One file of an archive; to be read before the next one comes. */
interface ArchivedFile {
  /** Path with `/` between names. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Content that is read to its end, or not at all. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Brings the files of a tar archive into the storage as a folder: its CSV files, wherever in the archive they lie side
 * by side, and the images that their cells name from there on. Done twice, it is done once.
 *
 * @param archive key of the archive
 * @param key that of the folder
 * @throws ValidationFailed `import-file-invalid` for what is no archive or has no `products.csv`
 */
export async function unpackArchive(archive: string, key: string, unpacking: UnpackOptions): Promise<void> {
  const { storage } = unpacking;
  if (await storage.exists(key)) return;
  const { root, staged, names } = await stageTables(archive, unpacking);
  const { files, others } = sortNames(names);
  try {
    for (const name of files) await staged.get(name)?.staged.keepAs(folderFileKey(key, name));
    const open = (name: string) =>
      files.includes(name) ? openStored(storage, folderFileKey(key, name)) : undefined;
    const { products, paths } = await analyzeFolder(open, unpacking);
    const manifest: FolderManifest = {
      files: Object.fromEntries(files.map((name) => [name, staged.get(name)?.sha256 ?? ''])),
      others,
      products,
      pictures: paths.size === 0 ? [] : await keepPictures(archive, { key, root, paths }, unpacking),
    };
    // The last of all: where it is, everything is.
    await storage.put(key, Readable.from([toBytes(manifest)]));
  } finally {
    for (const { staged: object } of staged.values()) await object.discard();
  }
}

/** Limit of CSV files in an archive. No catalogue has so many; more would only fill the storage and the report. */
const MAX_TABLES = 1_000;

interface ArchivedTables {
  /** Path of the folder in the archive: empty, or ending with `/`. */
  readonly root: string;
  /** Files that are read, by their names. */
  readonly staged: ReadonlyMap<string, StagedFile>;
  /** The names of all. */
  readonly names: ReadonlySet<string>;
}

/** Returns the CSV files of the folder in which `products.csv` lies; of several the outermost one. */
async function stageTables(archive: string, { storage, keepAlive }: UnpackOptions): Promise<ArchivedTables> {
  // Null for files of other names, which are ignored.
  const filesByTable = new Map<string, StagedFile | null>();
  try {
    for await (const { path, content } of filesOf(storage, archive)) {
      await keepAlive();
      if (!/(^|\/)[^./][^/]*\.csv$/.test(path)) continue;
      await filesByTable.get(path)?.staged.discard();
      filesByTable.set(
        path,
        FOLDER_FILES.includes(basename(path)) ? await stageFile(storage, content) : null,
      );
      if (filesByTable.size > MAX_TABLES)
        throw invalidFileError(localized('archive-too-many-files', { max: MAX_TABLES }));
    }
    const root = rootOf([...filesByTable.keys()]);
    const beside = [...filesByTable].filter(([path]) => dirname(path) === root);
    const staged = beside.flatMap(([path, file]) => (file === null ? [] : [[basename(path), file] as const]));
    for (const [path, file] of filesByTable) if (dirname(path) !== root) await file?.staged.discard();
    return {
      root: root === '.' ? '' : `${root}/`,
      staged: new Map(staged),
      names: new Set(beside.map(([path]) => basename(path))),
    };
  } catch (error) {
    for (const file of filesByTable.values()) await file?.staged.discard();
    throw error;
  }
}

/** Returns the folder of `products.csv`; of several the outermost one. */
function rootOf(paths: readonly string[]): string {
  const depthOf = (folder: string) => (folder === '.' ? 0 : folder.split('/').length);
  const [root] = paths
    .filter((path) => basename(path) === PRODUCTS_FILE)
    .map((path) => dirname(path))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  if (root === undefined) throw invalidFileError(localized('archive-without-file', { file: PRODUCTS_FILE }));
  return root;
}

interface ReferencedImages {
  readonly key: string;
  readonly root: string;
  readonly paths: ReadonlySet<string>;
}

/** Stores the images that cells refer to, and returns their metadata. */
async function keepPictures(
  archive: string,
  { key, root, paths }: ReferencedImages,
  { storage, keepAlive, maximumBytes }: UnpackOptions,
): Promise<FolderManifest['pictures']> {
  const pictures = new Map<string, FolderImage>();
  for await (const { path: whole, sizeBytes, content } of filesOf(storage, archive)) {
    await keepAlive();
    const path = whole.startsWith(root) ? whole.slice(root.length) : '';
    if (!paths.has(path)) continue;
    if (sizeBytes === 0) {
      const message = localized('akeneo-file-empty', { path });
      pictures.set(path, { fault: { code: 'file-empty', message } });
    } else if (sizeBytes > maximumBytes) {
      const message = localized('akeneo-file-too-large', {
        path,
        message: detailOf(tooLargeError(maximumBytes)),
      });
      pictures.set(path, { fault: { code: 'file-too-large', message } });
    } else {
      const { staged, sha256, sample } = await receiveFile(content, toFilename(path), {
        storage,
        maximumBytes,
      });
      const metadata = { sizeBytes, sha256, ...(await inspectFile(sample)) };
      await staged.keepAs(folderImageKey(key, metadata));
      pictures.set(path, metadata);
    }
  }
  return [...pictures];
}

/** Returns the files of an archive, one after the other; unused files are skipped. */
async function* filesOf(storage: UnpackOptions['storage'], archive: string): AsyncGenerator<ArchivedFile> {
  const unpacked = extract();
  let lost: unknown = null;
  /**
   * Converts an error to a rejection of the archive, except for errors of the storage, which are not the archive's
   * fault.
   */
  const toRefusal = (error: unknown) =>
    lost ??
    (error instanceof Error && /tar|end of data/i.test(error.message) ? invalidFileError(NO_ARCHIVE) : error);
  async function* contentOf(entry: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* entry as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw toRefusal(error);
    }
  }
  const source = Readable.from(openStored(storage, archive)(0));
  source.once('error', (error) => {
    lost = error;
    unpacked.destroy(error);
  });
  source.pipe(unpacked);
  try {
    for await (const entry of unpacked) {
      const { name, type, size = 0 } = entry.header;
      const path = name.replace(/^(\.?\/)+/, '');
      if (type === 'file') yield { path, sizeBytes: size, content: contentOf(entry) };
      entry.resume();
    }
  } catch (error) {
    throw toRefusal(error);
  } finally {
    source.destroy();
  }
}
