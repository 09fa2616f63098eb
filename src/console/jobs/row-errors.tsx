import { Text } from '@mantine/core';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { explain } from '../language/explain.ts';
import { t } from '../language/t.ts';
import { ListTable } from '../ui/list.tsx';
import { EmptyState } from '../ui/messages/states.tsx';
import { isFinished, JOB_ERRORS, type Job, type RowError } from './job-documents.ts';

/** The errors and warnings of rows, with a fix for each. */
export function RowErrors({ job }: { readonly job: Job }) {
  const { id } = job;
  const list = useList(['job errors', id], async (after, signal) => {
    const { job: found } = await request(JOB_ERRORS, { id, after }, signal);
    return found?.errors ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  return (
    <ListTable
      list={list}
      what={t('errors')}
      keyOf={({ file, row, column, attribute, locale, code, message }) =>
        [file, row, column, attribute, locale, code, message].join('|')
      }
      empty={<NoErrors job={job} />}
      columns={[
        { title: t('Row'), cell: (error) => rowOf(error) },
        { title: t('Object'), cell: ({ ref }) => ref ?? '–' },
        { title: t('Column'), cell: (error) => placeOf(error) },
        {
          title: t('Message'),
          cell: ({ level, hint, ...said }) => (
            <>
              <Text size="sm">{`${level === 'ERROR' ? '' : `${LEVELS[level]}: `}${explain(said)}`}</Text>
              {hint === null || said.message.includes(hint) ? null : <Text size="xs">{hint}</Text>}
            </>
          ),
        },
        { title: t('Value'), cell: ({ value }) => value ?? '' },
      ]}
    />
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

const LEVELS = { ERROR: t('Error'), WARNING: t('Warning'), INFO: t('Note') } as const;

/** The row, with the name of the file if the job has several; row 0 is the whole file. */
const rowOf = ({ file, row }: RowError): string =>
  file === null ? String(row) : row === 0 ? file : `${file}, ${row}`;

const placeOf = ({ column, attribute, channel, locale }: RowError): string =>
  column ?? ([attribute, channel, locale].filter((part) => part !== null).join(', ') || '–');
