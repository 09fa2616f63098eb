import { Alert, Button, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/failure.ts';

/** What went wrong, with a way to try again. */
export function FailureNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <Alert color="red" variant="outline" title="This did not work" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        {onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Where a list has nothing to show: says why, and what to do. */
export function EmptyNote({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack gap="xs" align="center">
        <Text fw={600}>{title}</Text>
        {children === undefined ? null : (
          <Text size="sm" ta="center">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

export function Waiting({ what }: { readonly what: string }) {
  return (
    <Group gap="sm" role="status" py="md">
      <Loader size="sm" aria-hidden />
      <Text size="sm">Loading {what} …</Text>
    </Group>
  );
}

/** Shows what a query gave, and before that how it stands. */
export function Loaded<Data>(props: {
  readonly query: UseQueryResult<Data>;
  /** Named while it loads: `tokens`. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { query, what, children } = props;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <FailureNote error={query.error} onRetry={() => void query.refetch()} />;
  return <Waiting what={what} />;
}
