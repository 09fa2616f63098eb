import { parse as parseDisposition } from 'content-disposition';
import { detailOf, RequestError, ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { type Download, type DownloadClient, DownloadError } from '../../../platform/outbound/downloads.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { toFilename } from '../media-rules.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';

/**
 * Streams what a URL leads to into the storage. The caller discards what is staged. Its type is not believed, as that
 * of an upload is not.
 *
 * @param filename its name; without one that of the server or of the address is taken
 * @throws ValidationFailed at `url`: `value-not-allowed`, `file-too-large`, `fetch-failed`
 */
export async function fetchFile(
  { url, filename = null }: { readonly url: string; readonly filename?: string | null | undefined },
  { downloads, storage }: { readonly downloads: DownloadClient; readonly storage: ObjectStorage },
): Promise<ReceivedFile> {
  const { maximumBytes } = downloads;
  try {
    return await downloads.fetch(url, (download) =>
      receiveFile(download.chunks, filename ?? nameOf(download), { storage, maximumBytes }),
    );
  } catch (error) {
    const [code, message] = reasonOf(error);
    throw ValidationFailed.of([fieldProblem(code, ['url'], message, { value: url })]);
  }
}

const CODES = {
  'not-allowed': 'value-not-allowed',
  'too-large': 'file-too-large',
  failed: 'fetch-failed',
} as const;

function reasonOf(error: unknown) {
  if (error instanceof DownloadError) return [CODES[error.reason], error.text] as const;
  if (error instanceof RequestError && error.code === 'payload-too-large')
    return ['file-too-large', detailOf(error)] as const;
  throw error;
}

/** Returns the name that the server gives it, else the end of its address. */
function nameOf({ url, contentDisposition }: Download): string {
  return toFilename(stated(contentDisposition) || lastSegment(url)) || 'file';
}

function stated(contentDisposition: string | null): string {
  if (contentDisposition === null) return '';
  try {
    return String(parseDisposition(contentDisposition).parameters.filename ?? '');
  } catch {
    return '';
  }
}

function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
