import { Text } from '@mantine/core';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { ListTable } from '../shell/list.tsx';
import { EmptyNote } from '../shell/states.tsx';
import { isOver, JOB_ERRORS, type Job, type RowError } from './job-documents.ts';

/** What is wrong with single rows, and how to mend it. */
export function RowErrors({ job }: { readonly job: Job }) {
  const { id } = job;
  const list = useList(['job errors', id], async (after, signal) => {
    const { job: found } = await request(JOB_ERRORS, { id, after }, signal);
    return found?.errors ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  return (
    <ListTable
      list={list}
      what="errors"
      keyOf={({ file, row, column, attribute, locale, code, message }) =>
        [file, row, column, attribute, locale, code, message].join('|')
      }
      empty={<NoErrors job={job} />}
      columns={[
        { title: 'Row', cell: (error) => rowOf(error) },
        { title: 'Object', cell: ({ ref }) => ref ?? '–' },
        { title: 'Column', cell: (error) => placeOf(error) },
        {
          title: 'What is wrong',
          cell: ({ level, message, hint }) => (
            <>
              <Text size="sm">{level === 'ERROR' ? message : `${WORDS[level]}: ${message}`}</Text>
              {hint === null || message.includes(hint) ? null : <Text size="xs">{hint}</Text>}
            </>
          ),
        },
        { title: 'Value', cell: ({ value }) => value ?? '' },
      ]}
    />
  );
}

/** Only a job that did all its work can say that every row was good. */
function NoErrors({ job }: { readonly job: Job }) {
  if (job.status === 'FAILED') {
    return (
      <EmptyNote title="No row caused it">The job failed as a whole; the reason stands above.</EmptyNote>
    );
  }
  if (job.status === 'CANCELLED') return <EmptyNote title="No errors until it was cancelled" />;
  if (!isOver(job)) return <EmptyNote title="No errors so far" />;
  return <EmptyNote title="No errors">Every row was good.</EmptyNote>;
}

const WORDS = { ERROR: 'Error', WARNING: 'Warning', INFO: 'Note' } as const;

/** Of several files with the name of the file, which may be meant as a whole. */
const rowOf = ({ file, row }: RowError): string =>
  file === null ? String(row) : row === 0 ? file : `${file}, ${row}`;

const placeOf = ({ column, attribute, channel, locale }: RowError): string =>
  column ?? ([attribute, channel, locale].filter((part) => part !== null).join(', ') || '–');
