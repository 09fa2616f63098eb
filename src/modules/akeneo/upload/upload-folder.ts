import { createReadStream } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { detailOf, RequestError } from '../../../kernel/errors.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { OpenBytes } from '../../file-formats/index.ts';
import { type ImportFile, type StagedFile, stageFile, storeUpload } from '../../import/index.ts';
import { findMediaByContent, hashContent, inspectFile, type ReceiveSettings } from '../../media/index.ts';
import { analyzeFolder } from '../read/analyze-folder.ts';
import { openFolderFiles } from '../read/folder-files.ts';
import {
  type FolderImage,
  type FolderManifest,
  folderFileKey,
  folderImageKey,
  type ImageError,
  type ImageMetadata,
  toBytes,
} from '../read/folder-manifest.ts';
import { listFolder } from '../read/list-folder.ts';

/** Dependencies and settings for storing a folder. */
export interface UploadFolderOptions {
  readonly runner: OperationRunner;
  readonly session: Session;
  /** Storage of the files, and the size limit of an image in it. */
  readonly files: ReceiveSettings;
  /** Called with the number of processed images. */
  onProgress?(done: number, total: number): void;
}

/** Contents of one question to the catalogue. */
const BATCH = 500;

/**
 * Brings a local folder of Akeneo into the storage, where its job finds it: its CSV files, and of the images that their
 * cells name those that the catalogue has not. The same folder becomes the same file. Memory grows with the number of
 * images alone.
 *
 * @throws ValidationFailed `import-file-invalid` when there is no such folder or no `products.csv` in it.
 */
export async function uploadFolder(folder: string, packing: UploadFolderOptions): Promise<ImportFile> {
  const { storage } = packing.files;
  const { files, others } = await listFolder(folder);
  const staged = new Map<string, StagedFile>();
  try {
    for (const name of files)
      staged.set(name, await stageFile(storage, createReadStream(join(folder, name))));
    const open = (name: string) => (files.includes(name) ? localBytes(join(folder, name)) : undefined);
    const { products, paths } = await analyzeFolder(open, packing);
    const picturesByPath = await locateImages(folder, paths, packing);
    const manifest: FolderManifest = {
      files: Object.fromEntries([...staged].map(([name, { sha256 }]) => [name, sha256])),
      others,
      products,
      pictures: [...picturesByPath].map(([path, { picture }]) => [path, picture]),
    };
    const { organizationId } = packing.session;
    const name = basename(resolve(folder));
    const storedUpload = await storeUpload(storage, once(toBytes(manifest)), { organizationId, name });
    for (const [file, { staged: object }] of staged)
      await object.keepAs(folderFileKey(storedUpload.key, file));
    await storeImages(storedUpload.key, [...picturesByPath.values()], packing);
    return storedUpload;
  } finally {
    for (const { staged: object } of staged.values()) await object.discard();
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** An image that a cell names, and where it lies. */
interface LocatedImage {
  readonly picture: FolderImage;
  readonly location: string;
}

/** Returns everything that is there of what cells name, by path. */
async function locateImages(
  folder: string,
  paths: ReadonlySet<string>,
  { files: { maximumBytes }, onProgress }: UploadFolderOptions,
): Promise<Map<string, LocatedImage>> {
  const local = await openFolderFiles(folder);
  const picturesByPath = new Map<string, LocatedImage>();
  let done = 0;
  for (const path of paths) {
    const located = await local.locate(path);
    if (typeof located !== 'string') {
      const picture = await measureImage(readLocalFile(located.path), path, maximumBytes);
      picturesByPath.set(path, { picture, location: located.path });
    } else if (located !== 'missing') picturesByPath.set(path, { picture: located, location: '' });
    done += 1;
    onProgress?.(done, paths.size);
  }
  return picturesByPath;
}

const localBytes =
  (path: string): OpenBytes =>
  (start) =>
    createReadStream(path, { start }) as AsyncIterable<Uint8Array>;

/** Keeps the bytes of images that the catalogue has not; a content once. */
async function storeImages(
  key: string,
  foundPictures: readonly LocatedImage[],
  { runner, session, files: { storage } }: UploadFolderOptions,
): Promise<void> {
  const contents = new Map<string, { readonly metadata: ImageMetadata; readonly location: string }>();
  for (const { picture, location } of foundPictures) {
    if (typeof picture === 'object' && 'sha256' in picture && !contents.has(picture.sha256))
      contents.set(picture.sha256, { metadata: picture, location });
  }
  const hashes = [...contents.keys()];
  for (let start = 0; start < hashes.length; start += BATCH) {
    const sha256 = hashes.slice(start, start + BATCH);
    const existingMedia = await runner.read(session, findMediaByContent, { sha256 });
    for (const hash of sha256) {
      const { metadata, location } = contents.get(hash) ?? {};
      const media = existingMedia.get(hash);
      if (metadata === undefined || location === undefined) continue;
      if (media !== undefined && (await storage.exists(media.key))) continue;
      await storage.put(folderImageKey(key, metadata), readLocalFile(location));
    }
  }
}

/**
 * Reads an image to its end for what is known of it, or why it cannot be taken, which is part of the report and no
 * failure of the import.
 *
 * @param path as cells have it
 */
async function measureImage(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  maximumBytes: number,
): Promise<ImageMetadata | ImageError> {
  try {
    const { sizeBytes, sha256, sample } = await hashContent(bytes, maximumBytes);
    if (sizeBytes === 0) return faultOf('file-empty', localized('akeneo-file-empty', { path }));
    return { sizeBytes, sha256, ...(await inspectFile(sample)) };
  } catch (error) {
    if (error instanceof Unreadable)
      return faultOf('file-unreadable', localized('akeneo-file-not-read', { path, reason: error.message }));
    if (error instanceof RequestError && error.code === 'payload-too-large')
      return faultOf(
        'file-too-large',
        localized('akeneo-file-too-large', { path, message: detailOf(error) }),
      );
    throw error;
  }
}

const faultOf = (code: string, message: Message): ImageError => ({ fault: { code, message } });

/** A file of the folder could not be read to its end. */
class Unreadable extends Error {}

/** Returns the bytes of a local file. */
async function* readLocalFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new Unreadable(error instanceof Error ? error.message : String(error));
  }
}
