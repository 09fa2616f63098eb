import { Button, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { loadScript } from '../../../api/load-script.ts';
import type { UploadProgress } from '../../../api/upload.ts';
import { t } from '../../../i18n/translate.ts';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { importAkeneoFolder } from './start-documents.ts';
import { type FolderFile, toTarArchive } from './tar-archive.ts';
import { useFolderDrop } from './use-folder-drop.ts';

/** Imports a folder that Akeneo has exported: its files are packed in the browser, uploaded and imported by a job. */
export function AkeneoFolder() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (files: Promise<readonly FolderFile[]> | readonly FolderFile[]) => {
    setError(null);
    try {
      const archive = toTarArchive(await files, 'akeneo.tar');
      setProgress({ sentBytes: 0, totalBytes: archive.size });
      const { uploadFile } = await loadScript(() => import('../../../api/upload.ts'));
      const signal = new AbortController().signal;
      const id = await importAkeneoFolder(await uploadFile(archive, { onProgress: setProgress, signal }));
      await navigate({ to: '/jobs/$id', params: { id } });
    } catch (reason) {
      setError(reason);
    } finally {
      setProgress(null);
    }
  };
  const isOver = useFolderDrop((files) => {
    if (progress !== null) return;
    if (files === null) setError(new ApiError('invalid', t('Drop the whole folder of the export.')));
    else void send(files);
  });
  const percent =
    progress === null ? 0 : Math.floor((100 * progress.sentBytes) / Math.max(progress.totalBytes, 1));
  return (
    <section className="start-way" data-over={isOver || undefined} aria-labelledby="start-akeneo">
      <div>
        <Title order={3} id="start-akeneo">
          {t('Akeneo export')}
        </Title>
        <Text c="dimmed">
          {isOver
            ? t('Drop the folder to import it.')
            : t(
                'A folder of CSV files with media: model, categories and products. Drop it on this page or choose it.',
              )}
        </Text>
        {error === null ? null : <ErrorAlert error={error} />}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Folder of the Akeneo export')}
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          // The path begins with the name of the folder.
          const pathOf = (file: File) => file.webkitRelativePath.replace(/^[^/]*\//, '');
          if (files.length > 0) void send(files.map((file) => ({ path: pathOf(file), content: file })));
        }}
      />
      <Button variant="default" disabled={progress !== null} onClick={() => input.current?.click()}>
        {progress === null ? t('Choose folder') : t('Uploading: {percent} %', { percent })}
      </Button>
    </section>
  );
}
