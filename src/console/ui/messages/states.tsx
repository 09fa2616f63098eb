import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { errorMessage, errorTitle, unexpectedErrorRequestId } from '../../api/api-error.ts';
import { t } from '../../i18n/translate.ts';
import type { Area } from './drawing-shapes.tsx';
import { Drawing } from './drawings.tsx';

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

/**
 * Shows the empty state of a list: why it is empty, and what to do.
 *
 * @param props.area what its drawing stands for; null for a part of a page, which has a line only
 */
export function EmptyState(props: {
  readonly title: string;
  readonly area?: Area | null;
  readonly children?: ReactNode;
}) {
  const { title, area = 'list', children } = props;
  if (area === null) return <p className="quiet">{title}</p>;
  return (
    <Stack gap={8} align="center" py={48} ta="center">
      <Drawing area={area} />
      <Text fw={600}>{title}</Text>
      {children === undefined ? null : <Text c="dimmed">{children}</Text>}
    </Stack>
  );
}

/** Form of what is loaded: its placeholder has the same. */
export type Shape = 'line' | 'page' | 'rows' | 'form' | 'table' | 'sheet' | 'tiles';

/** Time at which what is on screen began to load, in milliseconds; null while nothing does. */
let loadingSince: number | null = null;

/** Bars of a placeholder; the style sheet draws them. */
const BARS = [...'abcdefghijkl'];

/**
 * Shows that something is loaded: a line with its name, or a placeholder of its shape. It is seen after 150 ms; one that follows
 * another, such as that of a list after that of its page, goes on with the wait of that.
 */
export function Loading(props: {
  readonly what: string;
  readonly shape?: Shape | undefined;
  /** A placeholder of another shape. */
  readonly children?: ReactNode;
}) {
  const { what, shape = 'line', children } = props;
  const [now] = useState(() => performance.now());
  const [since] = useState(loadingSince ?? now);
  useLayoutEffect(() => {
    loadingSince = since;
    return () => {
      loadingSince = null;
    };
  }, [since]);
  const isLine = shape === 'line';
  return (
    <div
      role="status"
      className={isLine ? 'loading row' : 'skeleton'}
      data-shape={shape}
      style={{ animationDelay: `${since - now + 150}ms` }}
    >
      {isLine ? <Loader aria-hidden /> : null}
      <span className={isLine ? '' : 'visually-hidden'}>{t('Loading {what}…', { what })}</span>
      {children ?? (isLine ? null : BARS.map((bar) => <i key={bar} />))}
    </div>
  );
}

/** Renders the data of a query, or its loading or error state. */
export function QueryResult<Data>(props: {
  readonly query: UseQueryResult<Data>;
  /** Noun for the loading state: `tokens`. */
  readonly what: string;
  readonly shape?: Shape | undefined;
  readonly children: (data: Data) => ReactNode;
}) {
  const { query, what, shape, children } = props;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading what={what} shape={shape} />;
}
