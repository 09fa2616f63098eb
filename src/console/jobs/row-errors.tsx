import { Text } from '@mantine/core';
import { request } from '../api/request.ts';
import { useList } from '../api/use-list.ts';
import { ListTable } from '../shell/list.tsx';
import { EmptyNote } from '../shell/states.tsx';
import { JOB_ERRORS, type RowError } from './job-documents.ts';

/** What is wrong with single rows, and how to mend it. */
export function RowErrors({ jobId }: { readonly jobId: string }) {
  const list = useList(['job errors', jobId], async (after, signal) => {
    const { job } = await request(JOB_ERRORS, { id: jobId, after }, signal);
    return job?.errors ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  return (
    <ListTable
      list={list}
      what="errors"
      keyOf={({ file, row, column, attribute, locale, code, message }) =>
        [file, row, column, attribute, locale, code, message].join('|')
      }
      empty={<EmptyNote title="No errors">Every row was good.</EmptyNote>}
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

const WORDS = { ERROR: 'Error', WARNING: 'Warning', INFO: 'Note' } as const;

/** Of several files with the name of the file, which may be meant as a whole. */
const rowOf = ({ file, row }: RowError): string =>
  file === null ? String(row) : row === 0 ? file : `${file}, ${row}`;

const placeOf = ({ column, attribute, channel, locale }: RowError): string =>
  column ?? ([attribute, channel, locale].filter((part) => part !== null).join(', ') || '–');
