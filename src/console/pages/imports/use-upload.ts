import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { type UploadProgress, uploadFile } from '../../api/upload.ts';
import { t } from '../../i18n/translate.ts';

/** The upload of one file. */
export interface Upload {
  /** It is null while no upload runs. */
  readonly progress: UploadProgress | null;
  /** It is null until the upload is complete. */
  readonly id: string | null;
  /** The error of the last attempt. */
  readonly error: Error | null;
  /** Uploads the file, unless it is uploaded or under way already. Resolves with its id. @throws ApiError */
  send(): Promise<string>;
  cancel(): void;
}

/** Uploads a file once, for all callers; aborts when the page is left. */
export function useUpload(file: File): Upload {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const running = useRef<{ readonly sent: Promise<string>; readonly controller: AbortController } | null>(
    null,
  );
  const send = useCallback(() => {
    if (running.current !== null) return running.current.sent;
    const controller = new AbortController();
    setError(null);
    setProgress({ sentBytes: 0, totalBytes: file.size });
    const sent = uploadFile(file, { onProgress: setProgress, signal: controller.signal });
    running.current = { sent, controller };
    sent.then(setId, (reason: unknown) => {
      running.current = null;
      setError(reason instanceof Error ? reason : new ApiError('error', t('The upload failed. Try again.')));
    });
    sent.catch(() => {}).finally(() => setProgress(null));
    return sent;
  }, [file]);
  const cancel = useCallback(() => running.current?.controller.abort(), []);
  useEffect(() => cancel, [cancel]);
  return { progress, id, error, send: send, cancel };
}
