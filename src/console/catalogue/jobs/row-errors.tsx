import { Stack, Text } from '@mantine/core';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { NextPage } from '../../ui/messages/next-page.tsx';
import { ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import { isFinished, JOB_ERRORS, type Job } from './job-documents.ts';

const ErrorGroups = lazyComponent(async () => (await import('./error-groups.tsx')).ErrorGroups, null);

/** Shows the errors and warnings of rows by cause, with a fix for each. */
export function RowErrors({ job, of }: { readonly job: Job; readonly of?: string }) {
  const { id } = job;
  const list = useList(['job errors', id], async (after, signal) => {
    const { job: currentJob } = await request(JOB_ERRORS, { id, after }, signal);
    return currentJob?.errors ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  const { items, error, hasMore } = list;
  if (items === undefined)
    return error === null ? (
      <Loading what={t('errors')} />
    ) : (
      <ErrorAlert error={error} onRetry={list.refetch} />
    );
  if (items.length === 0) return <p className="quiet">{noErrorsMessage(job)}</p>;
  return (
    <Stack gap="md" align="stretch">
      <ErrorGroups problems={items} of={of} hasMore={hasMore} />
      {hasMore ? (
        <Text size="sm" c="var(--ink-2)">
          {t('These are the first {count} errors of the file.', { count: items.length })}
        </Text>
      ) : null}
      <div>
        <NextPage list={list} what={t('errors')} />
      </div>
    </Stack>
  );
}

/** Only a completed job can report that there is nothing to fix. */
function noErrorsMessage(job: Job): string {
  if (job.status === 'FAILED') return t('The whole job failed. The reason is shown above.');
  if (job.status === 'CANCELLED') return t('No errors before the cancellation.');
  if (!isFinished(job)) return t('No errors so far.');
  return job.type === 'REVERT' ? t('Everything was undone.') : t('No errors.');
}
