import type { KeyedMessage } from '../i18n/labels.ts';
import { language, t } from '../i18n/translate.ts';
import { ApiError } from './api-error.ts';

/** The uploaded part of a file. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Time without progress after which the connection counts as lost. */
const STALL_TIMEOUT_MS = 45_000;

interface UploadResponse {
  readonly id?: string;
  readonly code?: string;
  readonly url?: string;
  readonly detail?: string;
  readonly message_key?: KeyedMessage['messageKey'];
  readonly params?: KeyedMessage['params'];
}

interface UploadOptions {
  onProgress?(progress: UploadProgress): void;
  readonly signal?: AbortSignal;
}

/** An upload that the server accepted: its status, and the fields of its response. */
interface Uploaded {
  readonly status: number;
  readonly response: UploadResponse;
}

/**
 * Uploads a file for previews and imports.
 *
 * @returns the id of the upload for previews and imports
 * @throws ApiError `network` when the connection is lost, `cancelled` when the signal is aborted
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<string> {
  const { response } = await sendFile('/api/v1/import-export/uploads', file, options, {
    lost: t('The connection was lost during the upload. Nothing was imported.'),
    cancelled: t('The upload was cancelled. Nothing was imported.'),
  });
  return response.id ?? '';
}

/** A file of the media library after its upload. */
interface UploadedMedia {
  readonly id: string;
  readonly code: string;
  readonly url: string | null;
  readonly isNew: boolean;
}

/**
 * Uploads a file to the media library. A file with the same content that is there already is used instead, unless it
 * may be a duplicate.
 *
 * @throws ApiError `network` when the connection is lost, `cancelled` when the signal is aborted
 */
export async function uploadMedia(
  file: File,
  { isDuplicate = false, ...options }: UploadOptions & { readonly isDuplicate?: boolean } = {},
): Promise<UploadedMedia> {
  const { status, response } = await sendFile(
    `/api/v1/media${isDuplicate ? '?duplicate=true' : ''}`,
    file,
    options,
    {
      lost: t('The connection was lost during the upload.'),
      cancelled: t('The upload was cancelled.'),
    },
  );
  const { id = '', code = '', url = null } = response;
  return { id, code, url, isNew: status === 201 };
}

/**
 * Sends a file to a route. GraphQL carries no files, so this uses REST, through `XMLHttpRequest`, which is the only way to
 * read the progress of an upload.
 */
function sendFile(
  path: string,
  file: File,
  { onProgress, signal }: UploadOptions,
  texts: { readonly lost: string; readonly cancelled: string },
): Promise<Uploaded> {
  const call = new XMLHttpRequest();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};
  const sent = new Promise<Uploaded>((resolve, reject) => {
    const fail = (code: string, message: string) => {
      reject(new ApiError(code, message));
      call.abort();
    };
    const lose = () => fail('network', texts.lost);
    const cancel = () => fail('cancelled', texts.cancelled);
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(lose, STALL_TIMEOUT_MS);
    };
    call.upload.onprogress = ({ loaded, total }) => {
      listen();
      // `loaded` and `total` include the multipart headers; scale to the size of the file.
      onProgress?.({ sentBytes: Math.round((loaded / total) * file.size), totalBytes: file.size });
    };
    // The server now processes the file; this has no time limit.
    call.upload.onload = () => clearTimeout(silence);
    call.onerror = lose;
    call.onload = () => {
      const { status } = call;
      const response = parseResponse(call);
      if ((status === 200 || status === 201) && response.id !== undefined) resolve({ status, response });
      else reject(uploadError(call, response));
    };
    signal?.addEventListener('abort', cancel);
    window.addEventListener('offline', lose);
    end = () => {
      clearTimeout(silence);
      signal?.removeEventListener('abort', cancel);
      window.removeEventListener('offline', lose);
    };
    const body = new FormData();
    body.append('file', file, file.name);
    call.open('POST', path);
    call.setRequestHeader('accept-language', language);
    call.send(body);
    listen();
  });
  return sent.finally(() => end());
}

function uploadError(call: XMLHttpRequest, response: UploadResponse): ApiError {
  const { code = 'error', detail, message_key: messageKey, params } = response;
  const seconds = Number(call.getResponseHeader('retry-after') ?? '');
  return new ApiError(code, detail ?? t('The upload failed. Try again.'), {
    messageKey,
    params,
    retryAfterSeconds: seconds > 0 ? seconds : null,
  });
}

function parseResponse({ responseText }: XMLHttpRequest): UploadResponse {
  try {
    return JSON.parse(responseText) as UploadResponse;
  } catch {
    return {};
  }
}
