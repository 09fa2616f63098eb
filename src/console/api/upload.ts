import { Failure } from './failure.ts';

/** How much of a file is on the server. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** How long a connection may carry nothing before it counts as lost. */
const SILENCE_MS = 45_000;

interface UploadAnswer {
  readonly id?: string;
  readonly code?: string;
  readonly detail?: string;
}

/**
 * Sends a file to be looked at and imported. Files are the one thing that GraphQL does not carry; the route is that of
 * REST, asked by the one way in which browsers tell how far a request is.
 *
 * @returns the id by which previews and imports name it
 * @throws Failure `network` when the connection is lost in between, `cancelled` when the signal says so
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
      reject(new Failure(code, message));
      call.abort();
    };
    const lose = () =>
      fail('network', 'The connection was lost while the file was sent. Nothing was imported.');
    const cancel = () => fail('cancelled', 'The upload was cancelled. Nothing was imported.');
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE_MS);
    };
    call.upload.onprogress = ({ loaded, total }) => {
      listen();
      // What stands around the file in the body is not of it.
      onProgress({ sentBytes: Math.round((loaded / total) * file.size), totalBytes: file.size });
    };
    // From here on the server works, which takes as long as it takes.
    call.upload.onload = () => clearTimeout(silence);
    call.onerror = lose;
    call.onload = () => {
      const { id, code = 'error', detail = 'The file was not taken. Try again.' } = readAnswer(call);
      if (call.status === 201 && id !== undefined) resolve(id);
      else reject(new Failure(code, detail));
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
    call.send(body);
    listen();
  });
  return sent.finally(() => end());
}

function readAnswer({ responseText }: XMLHttpRequest): UploadAnswer {
  try {
    return JSON.parse(responseText) as UploadAnswer;
  } catch {
    return {};
  }
}
