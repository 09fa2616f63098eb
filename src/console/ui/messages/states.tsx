import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf, requestIdOf, titleOfFailure } from '../../api/failure.ts';
import { t } from '../../language/t.ts';

/** Shows an error message, with a button to retry. */
export function ErrorAlert({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const requestId = requestIdOf(error);
  return (
    <Alert data-tone="error" title={titleOfFailure(error) ?? t('Something went wrong')} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
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
  <svg className="empty-image" viewBox="0 0 120 72" width="120" height="72" aria-hidden="true">
    <rect className="empty-back" x="26" y="6" width="68" height="40" rx="6" />
    <rect className="empty-sheet" x="16" y="16" width="88" height="48" rx="6" />
    <path className="empty-line" d="M28 30h14M50 30h42M28 40h14M50 40h30" />
    <path className="empty-accent" d="M28 50h14M50 50h18" />
  </svg>
);

/** Shows the empty state of a list: why it is empty, and what to do. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <Stack gap={4} align="center">
        <EmptyImage />
        <Text fw={600}>{title}</Text>
        {children === undefined ? null : (
          <Text ta="center" c="var(--ink-2)">
            {children}
          </Text>
        )}
      </Stack>
    </div>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <Group gap="xs" role="status" py="md" className="loading">
      <Loader aria-hidden />
      <Text size="sm">{t('Loading {what}…', { what })}</Text>
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
