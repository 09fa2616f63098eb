import { DomainError, detailOf } from '../../../kernel/errors.ts';
import { textOf } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type AttributeDefinition, checkMediaRules } from '../../attribute/index.ts';
import { openStored } from '../../file-formats/index.ts';
import {
  createMedia,
  deleteUnusedContent,
  findMediaByContent,
  receiveFile,
  storeReceivedFile,
  toFilename,
} from '../../media/index.ts';
import { folderImageKey, type ImageError, type ImageMetadata } from '../read/folder-manifest.ts';
import type { FolderRun } from '../run/folder-run.ts';

/** A file that a value is to name. */
export interface FileToStore {
  readonly picture: ImageMetadata | ImageError;
  /** Path as the cell has it. */
  readonly path: string;
  /** Attribute whose rules the file has to meet. */
  readonly attribute: Pick<AttributeDefinition, 'validation'>;
}

/** The code of a file, or why it has none. */
export type StoredFile = { readonly code: string } | ImageError;

type FileStore = Pick<FolderRun, 'runner' | 'session' | 'storage' | 'key' | 'keepAlive'>;

/**
 * Returns the codes of files, in their order: the one the catalogue has of the same content, else that of a new media
 * file. A new file that does not fit its attribute is not stored. Done twice, it is done once.
 */
export async function storeFiles(
  requestedFiles: readonly FileToStore[],
  run: FileStore,
): Promise<StoredFile[]> {
  const { runner, session, storage } = run;
  const sha256 = requestedFiles.flatMap(({ picture }) => ('fault' in picture ? [] : [picture.sha256]));
  const existingMedia = await runner.read(session, findMediaByContent, { sha256: [...new Set(sha256)] });
  const codes = new Map<string, string>();
  for (const [hash, { code, key }] of existingMedia) {
    // A file whose bytes were lost is stored again, which heals it.
    if (await storage.exists(key)) codes.set(hash, code);
  }
  const stored: StoredFile[] = [];
  for (const { picture, ...file } of requestedFiles) {
    stored.push('fault' in picture ? picture : await codeOf(picture, file, codes, run));
    await run.keepAlive();
  }
  return stored;
}

async function codeOf(
  picture: ImageMetadata,
  { path, attribute }: Omit<FileToStore, 'picture'>,
  codes: Map<string, string>,
  { runner, session, storage, key }: FileStore,
): Promise<StoredFile> {
  const existingCode = codes.get(picture.sha256);
  // The write of the value validates that an existing file fits the attribute.
  if (existingCode !== undefined) return { code: existingCode };
  const filename = toFilename(path);
  const [fault] = checkMediaRules({ ...picture, filename, code: filename }, attribute);
  if (fault !== undefined) return { fault: { code: fault.code, message: fault.message } };
  const source = folderImageKey(key, picture);
  if (!(await storage.exists(source)))
    return { fault: { code: 'file-missing', message: localized('akeneo-file-gone', { path }) } };
  try {
    const settings = { storage, maximumBytes: Number.POSITIVE_INFINITY };
    const received = await receiveFile(openStored(storage, source)(0), filename, settings);
    try {
      const { code } = await storeReceivedFile(received, { duplicate: false }, storage, {
        create: async (input) => ({ code: (await runner.write(session, createMedia, input)).output.code }),
        drop: (input) => runner.write(session, deleteUnusedContent, input),
      });
      codes.set(received.sha256, code);
      return { code };
    } finally {
      await received.staged.discard();
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [problem] = error.errors;
    const message = localized('akeneo-file-refused', {
      path,
      message: problem === undefined ? detailOf(error) : textOf(problem),
    });
    return { fault: { code: problem?.code ?? error.code, message } };
  }
}
