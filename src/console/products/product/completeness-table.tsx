import { Progress, Text } from '@mantine/core';
import { RowTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { titled } from '../../ui/status-badge.tsx';
import type { Product } from './product-documents.ts';

/** Missing attributes and publication by channel and locale. */
export function CompletenessTable({ product }: { readonly product: Product }) {
  const { completeness, publications } = product;
  if (completeness.length === 0) {
    return (
      <EmptyState title="No required attributes">
        The attribute set defines which attributes each channel requires.
      </EmptyState>
    );
  }
  return (
    <RowTable
      label="Completeness"
      rows={completeness}
      keyOf={({ channel, locale }) => `${channel.code} ${locale.code}`}
      columns={[
        { title: 'Channel', cell: ({ channel }) => channel.code },
        { title: 'Locale', cell: ({ locale }) => locale.code },
        {
          title: 'Completeness',
          width: '25%',
          cell: ({ channel, locale, ratio, filled, required }) => (
            <>
              <Text size="sm">
                {ratio} % ({filled} of {required})
              </Text>
              <Progress value={ratio} aria-label={`Completeness for ${channel.code}, ${locale.code}`} />
            </>
          ),
        },
        { title: 'Missing attributes', cell: ({ missing }) => missing.join(', ') || '–' },
        {
          title: 'Publication',
          cell: ({ channel }) =>
            titled(publications.find((row) => row.channel.code === channel.code)?.state ?? '–'),
        },
      ]}
    />
  );
}
