import { Box, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { PagedList } from '../../../api/use-list.ts';
import { t } from '../../../i18n/translate.ts';
import { formatDay } from '../../../ui/date-time.tsx';
import { NextPage } from '../../../ui/messages/next-page.tsx';
import { EmptyState, ErrorAlert, Loading } from '../../../ui/messages/states.tsx';

/** Shows the entries of a history in groups of days, the latest first. */
export function HistoryDays<Entry extends { readonly at: string }>(props: {
  readonly list: Omit<PagedList<Entry>, 'upTo'>;
  readonly keyOf: (entry: Entry) => string;
  /** Title of the list without entries. */
  readonly empty: string;
  readonly children: (entry: Entry) => ReactNode;
}) {
  const { list, keyOf, empty, children } = props;
  if (list.items === undefined)
    return list.error === null ? (
      <Loading what={t('history')} shape="rows" />
    ) : (
      <ErrorAlert error={list.error} onRetry={list.refetch} />
    );
  if (list.items.length === 0) return <EmptyState title={empty} area="history" />;
  const days = Map.groupBy(list.items, ({ at }) => formatDay(at));
  return (
    <>
      {[...days].map(([day, entries]) => (
        <Box component="section" key={day} aria-label={day} maw={960} mb="xl">
          <Title order={2} size="h5" mb={8}>
            {day}
          </Title>
          <ol className="plain-list revisions">
            {entries.map((entry) => (
              <Fragment key={keyOf(entry)}>{children(entry)}</Fragment>
            ))}
          </ol>
        </Box>
      ))}
      <NextPage list={list} what={t('changes')} />
    </>
  );
}
