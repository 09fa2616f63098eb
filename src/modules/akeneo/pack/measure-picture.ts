import { createReadStream } from 'node:fs';
import { Fault } from '../../../kernel/refusal.ts';
import { inspectFile, measureContent } from '../../media/index.ts';
import type { ImageMetadata, PictureFault } from '../read/folder-manifest.ts';

/**
 * Reads an image to its end for what is known of it, or why it cannot be taken, which is part of the report and no
 * failure of the import.
 *
 * @param path as cells have it
 */
export async function measurePicture(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  maximumBytes: number,
): Promise<ImageMetadata | PictureFault> {
  try {
    const { sizeBytes, sha256, sample } = await measureContent(bytes, maximumBytes);
    if (sizeBytes === 0) return faultOf('file-empty', `The file '${path}' is empty. The cell is skipped.`);
    return { sizeBytes, sha256, ...(await inspectFile(sample)) };
  } catch (error) {
    if (error instanceof Unreadable)
      return faultOf('file-unreadable', `The file '${path}' cannot be read (${error.message}).`);
    if (error instanceof Fault && error.code === 'payload-too-large')
      return faultOf('file-too-large', `The file '${path}' is too large: ${error.detail}`);
    throw error;
  }
}

const faultOf = (code: string, message: string): PictureFault => ({ fault: { code, message } });

/** A file of the folder could not be read to its end. */
class Unreadable extends Error {}

/** Returns the bytes of a local file. */
export async function* readLocalFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new Unreadable(error instanceof Error ? error.message : String(error));
  }
}
