import { textOf } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { detailOf, Refusal } from '../../../kernel/refusal.ts';
import { type AttributeDefinition, mediaFaults } from '../../attribute/index.ts';
import { openStored } from '../../file-formats/index.ts';
import {
  createMedia,
  dropUnusedContent,
  findMediaByContent,
  receiveFile,
  storeReceivedFile,
  toFilename,
} from '../../media/index.ts';
import { type ImageMetadata, type PictureFault, pictureKeyIn } from '../read/folder-manifest.ts';
import type { FolderRun } from '../run/folder-run.ts';

/** A file that a value is to name. */
export interface WantedFile {
  readonly picture: ImageMetadata | PictureFault;
  /** Path as the cell has it. */
  readonly path: string;
  /** Attribute whose rules the file has to meet. */
  readonly attribute: Pick<AttributeDefinition, 'validation'>;
}

/** The code of a file, or why it has none. */
export type StoredFile = { readonly code: string } | PictureFault;

type FileStore = Pick<FolderRun, 'runner' | 'session' | 'storage' | 'key' | 'keepAlive'>;

/**
 * Returns the codes of files, in their order: the one the catalogue has of the same content, else that of a new media
 * file. A new file that does not fit its attribute is not stored. Done twice, it is done once.
 */
export async function storeFiles(wanted: readonly WantedFile[], run: FileStore): Promise<StoredFile[]> {
  const { runner, session, storage } = run;
  const sha256 = wanted.flatMap(({ picture }) => ('fault' in picture ? [] : [picture.sha256]));
  const known = await runner.read(session, findMediaByContent, { sha256: [...new Set(sha256)] });
  const codes = new Map<string, string>();
  for (const [hash, { code, key }] of known) {
    // A file whose bytes were lost is stored again, which heals it.
    if (await storage.exists(key)) codes.set(hash, code);
  }
  const stored: StoredFile[] = [];
  for (const { picture, ...file } of wanted) {
    stored.push('fault' in picture ? picture : await codeOf(picture, file, codes, run));
    await run.keepAlive();
  }
  return stored;
}

async function codeOf(
  picture: ImageMetadata,
  { path, attribute }: Omit<WantedFile, 'picture'>,
  codes: Map<string, string>,
  { runner, session, storage, key }: FileStore,
): Promise<StoredFile> {
  const known = codes.get(picture.sha256);
  // The write of the value validates that an existing file fits the attribute.
  if (known !== undefined) return { code: known };
  const filename = toFilename(path);
  const [fault] = mediaFaults({ ...picture, filename, code: filename }, attribute);
  if (fault !== undefined) return { fault: { code: fault.code, message: fault.message } };
  const source = pictureKeyIn(key, picture);
  if (!(await storage.exists(source)))
    return { fault: { code: 'file-missing', message: localized('akeneo-file-gone', { path }) } };
  try {
    const settings = { storage, maximumBytes: Number.POSITIVE_INFINITY };
    const received = await receiveFile(openStored(storage, source)(0), filename, settings);
    try {
      const { code } = await storeReceivedFile(received, { duplicate: false }, storage, {
        create: async (input) => ({ code: (await runner.write(session, createMedia, input)).output.code }),
        drop: (input) => runner.write(session, dropUnusedContent, input),
      });
      codes.set(received.sha256, code);
      return { code };
    } finally {
      await received.staged.discard();
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [problem] = error.errors;
    const message = localized('akeneo-file-refused', {
      path,
      message: problem === undefined ? detailOf(error) : textOf(problem),
    });
    return { fault: { code: problem?.code ?? error.code, message } };
  }
}
