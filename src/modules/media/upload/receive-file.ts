import { createHash } from 'node:crypto';
import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage, StagedObject } from '../../../platform/storage/object-storage.ts';
import { createSampler, type FileSample } from './inspect-file.ts';

/** A file that was received whole and lies staged. */
export interface ReceivedFile {
  readonly staged: StagedObject;
  readonly filename: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sample: FileSample;
}

/** Storage of received files, and their size limit. */
export interface ReceiveSettings {
  readonly storage: ObjectStorage;
  /** Largest file, in bytes. */
  readonly maximumBytes: number;
}

/** Metadata of bytes after they were received. */
export interface ContentMetadata {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sample: FileSample;
}

/**
 * Streams one file into the storage, measuring it on the way. Memory stays flat, whatever the size. When it rejects,
 * nothing is left behind.
 *
 * @throws RequestError `payload-too-large`
 */
export async function receiveFile(
  chunks: AsyncIterable<Uint8Array>,
  filename: string,
  { storage, maximumBytes }: ReceiveSettings,
): Promise<ReceivedFile> {
  const meter = createMeter(maximumBytes);
  const staged = await storage.stage(meter.through(chunks));
  const { sha256, sample } = meter.metadata();
  return { staged, filename, sha256, sample };
}

/** Reads bytes to their end and keeps nothing but the facts. @throws RequestError `payload-too-large` */
export async function hashContent(
  chunks: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<ContentMetadata> {
  const meter = createMeter(maximumBytes);
  for await (const _chunk of meter.through(chunks));
  return meter.metadata();
}

function createMeter(maximumBytes: number) {
  const hash = createHash('sha256');
  const sampler = createSampler();
  let sizeBytes = 0;
  return {
    async *through(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.byteLength;
        if (sizeBytes > maximumBytes) throw tooLargeError(maximumBytes);
        hash.update(chunk);
        sampler.push(chunk);
        yield chunk;
      }
    },
    /** Returns the metadata; call it once, at the end. */
    metadata: (): ContentMetadata => ({ sizeBytes, sha256: hash.digest('hex'), sample: sampler.sample() }),
  };
}

/** Returns the rejection of a file that has more bytes than it may. */
export function tooLargeError(maximumBytes: number): RequestError {
  return new RequestError('payload-too-large', localized('upload-too-large', { max: maximumBytes }), {
    limit: maximumBytes,
  });
}
