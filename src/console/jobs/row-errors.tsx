import { Button, Stack, Text } from '@mantine/core';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { t } from '../language/t.ts';
import { EmptyState, ErrorAlert, Loading } from '../ui/messages/states.tsx';
import { ErrorGroups } from './error-groups.tsx';
import { isFinished, JOB_ERRORS, type Job } from './job-documents.ts';

/** The errors and warnings of rows by cause, with a fix for each. */
export function RowErrors({ job, of }: { readonly job: Job; readonly of?: string }) {
  const { id } = job;
  const list = useList(['job errors', id], async (after, signal) => {
    const { job: found } = await request(JOB_ERRORS, { id, after }, signal);
    return found?.errors ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  const { items, error, hasMore, isLoadingMore } = list;
  if (items === undefined)
    return error === null ? (
      <Loading what={t('errors')} />
    ) : (
      <ErrorAlert error={error} onRetry={list.refetch} />
    );
  if (items.length === 0) return <NoErrors job={job} />;
  return (
    <Stack gap="md" align="stretch">
      <ErrorGroups problems={items} of={of} />
      {hasMore ? (
        <div>
          <Text size="sm" mb="xs" c="var(--ink-2)">
            {t('These are the first {count} errors of the file.', { count: items.length })}
          </Text>
          <Button variant="default" loading={isLoadingMore} onClick={list.more}>
            {t('Show more {what}', { what: t('errors') })}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

/** Only a completed job can report that all rows are valid. */
function NoErrors({ job }: { readonly job: Job }) {
  if (job.status === 'FAILED') {
    return (
      <EmptyState title={t('No row errors')}>
        {t('The whole job failed. The reason is shown above.')}
      </EmptyState>
    );
  }
  if (job.status === 'CANCELLED') return <EmptyState title={t('No errors before the cancellation')} />;
  if (!isFinished(job)) return <EmptyState title={t('No errors so far')} />;
  if (job.type === 'REVERT')
    return <EmptyState title={t('No conflicts')}>{t('Everything was undone.')}</EmptyState>;
  return <EmptyState title={t('No errors')}>{t('All rows are valid.')}</EmptyState>;
}
