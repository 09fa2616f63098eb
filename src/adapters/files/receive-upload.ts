import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { RequestError, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { type ReceivedFile, type ReceiveSettings, receiveFile } from '../../modules/media/index.ts';

/** A body on its way in. */
export interface Upload {
  readonly body: Readable;
  readonly headers: IncomingHttpHeaders;
  /** The name given in the address; a multipart file brings its own. */
  readonly filename: string | null;
}

/**
 * Streams a body into the storage: the file of a `multipart/form-data` body (RFC 7578), or any other body as it is.
 * Memory stays flat, whatever the size. When it rejects, nothing is left behind.
 *
 * @throws RequestError `payload-too-large`, `invalid-parameter` for a body that breaks off or is no multipart,
 * ValidationFailed for a body without file or file name
 */
export async function receiveUpload(upload: Upload, settings: ReceiveSettings): Promise<ReceivedFile> {
  const isMultipart = /^multipart\/form-data\b/i.test(upload.headers['content-type'] ?? '');
  if (isMultipart) return receiveMultipart(upload, settings);
  if (upload.filename === null)
    throw missing('filename', localized('filename-parameter-required', { form: '?filename=photo.jpg' }));
  return receiveFile(keepAliveUntilRead(upload.body), upload.filename, settings);
}

/**
 * Returns the chunks of a body. Leaving them early does not cut the connection, so that a response can still be sent.
 */
function keepAliveUntilRead(body: Readable): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) };
}

async function receiveMultipart({ body, headers }: Upload, settings: ReceiveSettings): Promise<ReceivedFile> {
  const parser = openParser(headers);
  let stream: BusboyFileStream | null = null;
  let receiving: Promise<ReceivedFile> | null = null;
  parser.on('file', (field, file, filename) => {
    if (field !== 'file' || receiving !== null) {
      file.resume();
      parser.destroy(unexpected(field));
      return;
    }
    stream = file;
    receiving = receiveFile(file, filename ?? '', settings);
    // Stops reading at once; the reason is reported below.
    receiving.catch((error: Error) => parser.destroy(error));
  });
  parser.on('field', (field) => parser.destroy(unexpected(field)));
  try {
    await pipeline(keepAliveUntilRead(body), parser);
  } catch (error) {
    await abandon(stream, receiving);
    throw error instanceof RequestError || error instanceof ValidationFailed ? error : malformed(error);
  }
  if (receiving === null) throw missing('file', localized('file-part-required'));
  return receiving;
}

function openParser(headers: IncomingHttpHeaders) {
  try {
    const contentType = headers['content-type'] ?? '';
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      limits: { fieldNameSize: 100, fieldSize: 1_000, headerSize: 8_192, headerPairs: 50 },
    });
  } catch (error) {
    throw malformed(error);
  }
}

/** Ends what was begun and leaves nothing of it. */
async function abandon(stream: Readable | null, receiving: Promise<ReceivedFile> | null): Promise<void> {
  stream?.destroy(new Error('The upload was broken off.'));
  const received = await receiving?.catch(() => null);
  await received?.staged.discard();
}

function malformed(cause: unknown): RequestError {
  return new RequestError(
    'invalid-parameter',
    cause instanceof Error
      ? localized('multipart-broken', { reason: cause.message })
      : localized('multipart-incomplete'),
  );
}

function missing(field: string, message: Message): ValidationFailed {
  return ValidationFailed.of([fieldProblem('required', [field], message)]);
}

function unexpected(field: string): ValidationFailed {
  const message = localized('file-part-only', { name: field });
  return ValidationFailed.of([fieldProblem('unknown-property', [field], message, { suggestions: ['file'] })]);
}

/** Returns a web stream as Node reads it. */
export function toReadable(body: ReadableStream<Uint8Array> | null): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
}
