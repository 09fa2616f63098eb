import { useCallback, useEffect, useRef, useState } from 'react';
import { Failure } from '../api/failure.ts';
import { type UploadProgress, uploadFile } from '../api/upload.ts';

/** The way of one file to the server. */
export interface Upload {
  /** How far it is; null while nothing is sent. */
  readonly progress: UploadProgress | null;
  /** Null before it is there. */
  readonly id: string | null;
  /** Why it did not get there. */
  readonly error: Error | null;
  /** Sends it, unless it is there already or under way. Resolves with its id. @throws Failure */
  send(): Promise<string>;
  cancel(): void;
}

/** Sends a file once, whoever asks for it; ends when the page is left. */
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
      setError(reason instanceof Error ? reason : new Failure('error', 'The file was not taken. Try again.'));
    });
    sent.catch(() => {}).finally(() => setProgress(null));
    return sent;
  }, [file]);
  const cancel = useCallback(() => running.current?.controller.abort(), []);
  useEffect(() => cancel, [cancel]);
  return { progress, id, error, send, cancel };
}
