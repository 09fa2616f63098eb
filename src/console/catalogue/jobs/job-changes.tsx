import { Stack, Title } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { isFinished, type Job } from './job-documents.ts';

const ChangedObjects = lazyComponent(async () => (await import('./changed-objects.tsx')).ChangedObjects);

/**
 * Shows the changes of a finished job; for a dry run, the expected ones. Shows nothing for jobs that change no objects.
 */
export function JobChanges({ job, order = 2 }: { readonly job: Job; readonly order?: 2 | 4 }) {
  const { created, updated, deleted } = job.progress;
  const changes = job.type === 'IMPORT' || job.type === 'BULK' || job.type === 'REVERT';
  if (!changes || !isFinished(job) || created + updated + deleted === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={order} {...(order === 4 ? { size: 'h5' } : {})}>
        {job.dryRun ? t('Expected changes') : t('Changes')}
      </Title>
      <ChangedObjects job={job} />
    </Stack>
  );
}
