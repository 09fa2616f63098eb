import { createHash } from 'node:crypto';
import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage, StagedObject } from '../../../platform/storage/object-storage.ts';
import type { ImportFile } from '../run/import-input.ts';

/** Start of the storage keys of uploads. */
export const IMPORT_KEY_PREFIX = 'imports';
/** Largest file to import, in bytes. */
export const MAX_IMPORT_BYTES = 1024 * 1024 * 1024;

/** A file that was received whole and lies staged. */
export interface StagedFile {
  readonly staged: StagedObject;
  readonly sha256: string;
}

/**
 * Streams a file into the storage, where its job reads it, or keeps one that is staged. The same content is kept
 * once, under a key that follows from it, so that a request sent twice is the same request. Memory stays flat. When it
 * rejects nothing is left behind.
 *
 * @throws RequestError `payload-too-large`
 */
export async function storeUpload(
  storage: ObjectStorage,
  source: AsyncIterable<Uint8Array> | StagedFile,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): Promise<ImportFile> {
  const { staged, sha256 } = 'staged' in source ? source : await stageFile(storage, source);
  const key = keyOf(organizationId, sha256.slice(0, UPLOAD_DIGITS));
  const file = { key, name, sizeBytes: staged.sizeBytes, sha256 };
  await staged.keepAs(key);
  await storage.put(metadataKey(key), once(JSON.stringify(file)));
  return file;
}

/** Streams a file into the storage, measuring it on the way; it has no key yet. @throws RequestError `payload-too-large` */
export async function stageFile(
  storage: ObjectStorage,
  chunks: AsyncIterable<Uint8Array>,
): Promise<StagedFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* measured() {
    for await (const chunk of chunks) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > MAX_IMPORT_BYTES) {
        const limit = MAX_IMPORT_BYTES;
        throw new RequestError('payload-too-large', localized('import-file-too-large', { max: limit }), {
          limit,
        });
      }
      hash.update(chunk);
      yield chunk;
    }
  }
  const staged = await storage.stage(measured());
  return { staged, sha256: hash.digest('hex') };
}

/** Hexadecimal digits of a content's SHA-256 that name its upload. */
const UPLOAD_DIGITS = 32;
const keyOf = (organizationId: string, digits: string) => `${IMPORT_KEY_PREFIX}/${organizationId}/${digits}`;
const metadataKey = (key: string) => `${key}-facts`;
/** Returns the key of the file that an object belongs to: itself, what is known of it, or a copy of it. */
export const fileKeyOf = (key: string) => key.replace(/-[^/]*$/, '');

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Returns the public id of an upload. */
export const uploadIdOf = ({ key }: ImportFile): string => `upl_${key.split('/').at(-1) ?? ''}`;

/** Returns the file of an upload id of the organization, or null. */
export async function findUpload(
  storage: ObjectStorage,
  organizationId: string,
  uploadId: string,
): Promise<ImportFile | null> {
  const digits = /^upl_([0-9a-f]{32})$/.exec(uploadId)?.[1];
  if (digits === undefined) return null;
  const stored = await storage.get(metadataKey(keyOf(organizationId, digits)));
  if (stored === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of stored.stream as AsyncIterable<Uint8Array>) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as ImportFile;
}
