import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTime } from '../../ui/date-time.tsx';

/** Shows a sentence of a list: its tone as a mark before it, its time behind it. */
export function AttentionItem(props: {
  readonly tone?: 'warn' | 'error';
  readonly at?: string | null;
  /** Beginning of a period that ends at the time. */
  readonly since?: string | null;
  readonly children: ReactNode;
}) {
  const { tone, at = null, since = null, children } = props;
  return (
    <li className="sentence" data-tone={tone}>
      <span>{children}</span>
      {at === null ? null : (
        <Text span size="xs" c="var(--ink-3)" flex="none">
          <DateTime at={at} since={since} isShort />
        </Text>
      )}
    </li>
  );
}
