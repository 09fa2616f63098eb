import { Button, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { loadScript } from '../../../api/load-script.ts';
import type { UploadProgress } from '../../../api/upload.ts';
import { t } from '../../../i18n/translate.ts';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { importAkeneoFolder } from './start-documents.ts';
import { toTarArchive } from './tar-archive.ts';

/** Imports a folder that Akeneo has exported: its files are packed in the browser, uploaded and imported by a job. */
export function AkeneoFolder() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (files: readonly File[]) => {
    setError(null);
    try {
      const archive = toTarArchive(
        // The path begins with the name of the folder.
        files.map((file) => ({ path: file.webkitRelativePath.replace(/^[^/]*\//, ''), content: file })),
        'akeneo.tar',
      );
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
  const percent =
    progress === null ? 0 : Math.floor((100 * progress.sentBytes) / Math.max(progress.totalBytes, 1));
  return (
    <section className="start-way" aria-labelledby="start-akeneo">
      <div>
        <Title order={3} id="start-akeneo">
          {t('Akeneo export')}
        </Title>
        <Text c="dimmed">{t('A folder of CSV files with media: model, categories and products.')}</Text>
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
          if (files.length > 0) void send(files);
        }}
      />
      <Button variant="default" disabled={progress !== null} onClick={() => input.current?.click()}>
        {progress === null ? t('Choose folder') : t('Uploading: {percent} %', { percent })}
      </Button>
    </section>
  );
}
