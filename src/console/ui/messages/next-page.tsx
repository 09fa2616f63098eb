import { Button } from '@mantine/core';
import type { PagedList } from '../../api/use-list.ts';
import { t } from '../../i18n/translate.ts';
import { ErrorAlert } from './states.tsx';

/** Shows the button that loads the next page of a list, and the error of rows that could not be loaded. */
export function NextPage(props: {
  readonly list: Pick<PagedList<unknown>, 'error' | 'hasMore' | 'isLoadingMore' | 'more' | 'refetch'>;
  /** Plural noun of the rows: `tokens`. */
  readonly what: string;
}) {
  const { list, what } = props;
  if (list.error !== null)
    return <ErrorAlert error={list.error} onRetry={list.hasMore ? list.more : list.refetch} />;
  return list.hasMore ? (
    <Button variant="default" mt="md" loading={list.isLoadingMore} onClick={list.more}>
      {t('Show more {what}', { what })}
    </Button>
  ) : null;
}
