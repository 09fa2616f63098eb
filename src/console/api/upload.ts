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
  readonly detail?: string;
  readonly message_key?: KeyedMessage['messageKey'];
  readonly params?: KeyedMessage['params'];
}

/**
 * Uploads a file for previews and imports. GraphQL carries no files, so this uses the REST route, through
 * `XMLHttpRequest`, which is the only way to read the progress of an upload.
 *
 * @returns the id of the upload for previews and imports
 * @throws ApiError `network` when the connection is lost, `cancelled` when the signal is aborted
 */
export function uploadFile(
  file: File,
  { onProgress, signal }: { onProgress(progress: UploadProgress): void; readonly signal: AbortSignal },
): Promise<string> {
  const call = new XMLHttpRequest();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};
  const sent = new Promise<string>((resolve, reject) => {
    const fail = (code: string, message: string) => {
      reject(new ApiError(code, message));
      call.abort();
    };
    const lose = () => fail('network', t('The connection was lost during the upload. Nothing was imported.'));
    const cancel = () => fail('cancelled', t('The upload was cancelled. Nothing was imported.'));
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(lose, STALL_TIMEOUT_MS);
    };
    call.upload.onprogress = ({ loaded, total }) => {
      listen();
      // `loaded` and `total` include the multipart headers; scale to the size of the file.
      onProgress({ sentBytes: Math.round((loaded / total) * file.size), totalBytes: file.size });
    };
    // The server now processes the file; this has no time limit.
    call.upload.onload = () => clearTimeout(silence);
    call.onerror = lose;
    call.onload = () => {
      const { id, code = 'error', detail, message_key: messageKey, params } = parseResponse(call);
      if (call.status === 201 && id !== undefined) resolve(id);
      else reject(new ApiError(code, detail ?? t('The upload failed. Try again.'), { messageKey, params }));
    };
    signal.addEventListener('abort', cancel);
    window.addEventListener('offline', lose);
    end = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', cancel);
      window.removeEventListener('offline', lose);
    };
    const body = new FormData();
    body.append('file', file, file.name);
    call.open('POST', '/api/v1/import-export/uploads');
    call.setRequestHeader('accept-language', language);
    call.send(body);
    listen();
  });
  return sent.finally(() => end());
}

function parseResponse({ responseText }: XMLHttpRequest): UploadResponse {
  try {
    return JSON.parse(responseText) as UploadResponse;
  } catch {
    return {};
  }
}
