import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage, errorTitle, unexpectedErrorRequestId } from '../../api/api-error.ts';
import { t } from '../../i18n/translate.ts';

/** Shows an error message, with a button to retry. */
export function ErrorAlert({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const requestId = unexpectedErrorRequestId(error);
  return (
    <Alert data-tone="error" title={errorTitle(error) ?? t('Something went wrong')} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{errorMessage(error)}</Text>
        {requestId === null ? null : (
          <Text size="xs">
            {t('Request id:')} <code>{requestId}</code>
          </Text>
        )}
        {onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Shows sheets without anything on them, in the lines of the mark. */
const EmptyImage = () => (
  <svg viewBox="0 0 120 80" width="120" height="80" stroke="var(--line)" strokeWidth="1.5" aria-hidden>
    <rect fill="var(--sunken)" x="26" y="6" width="68" height="40" rx="6" />
    <rect fill="var(--surface)" stroke="var(--control)" x="16" y="16" width="88" height="48" rx="6" />
    <g strokeWidth="3" strokeLinecap="round">
      <path d="M28 30h14M50 30h42M28 40h14M50 40h30" />
      <path stroke="var(--accent)" d="M28 50h14M50 50h18" />
    </g>
  </svg>
);

/** Shows the empty state of a list: why it is empty, and what to do. */
export function EmptyState(props: {
  readonly title: string;
  /** Drawing of what the list would have. */
  readonly drawing?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { title, drawing = <EmptyImage />, children } = props;
  return (
    <Stack gap={8} align="center" py={48} ta="center">
      {drawing}
      <Text fw={600}>{title}</Text>
      {children === undefined ? null : <Text c="dimmed">{children}</Text>}
    </Stack>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <Group gap="xs" role="status" py="md" className="loading">
      <Loader aria-hidden />
      <Text>{t('Loading {what}…', { what })}</Text>
    </Group>
  );
}

/** Renders the data of a query, or its loading or error state. */
export function QueryResult<Data>(props: {
  readonly query: UseQueryResult<Data>;
  /** Noun for the loading state: `tokens`. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { query, what, children } = props;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading what={what} />;
}
