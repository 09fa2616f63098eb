import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/failure.ts';
import { t } from '../../language/t.ts';

/** An error message, with a button to retry. */
export function ErrorAlert({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <Alert data-tone="error" title={t('Something went wrong')} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        {onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The empty state of a list: why it is empty, and what to do. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <Stack gap={4} align="center">
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
