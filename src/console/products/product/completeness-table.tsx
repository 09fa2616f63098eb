import { Progress, Text } from '@mantine/core';
import { RowTable } from '../../shell/list.tsx';
import { titled } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import type { Product } from './product-documents.ts';

/** What each channel and language still misses, and whether the product is seen there. */
export function CompletenessTable({ product }: { readonly product: Product }) {
  const { completeness, publications } = product;
  if (completeness.length === 0) {
    return (
      <EmptyNote title="Nothing is required">A set says what its products need in each channel.</EmptyNote>
    );
  }
  return (
    <RowTable
      label="Completeness"
      rows={completeness}
      keyOf={({ channel, locale }) => `${channel.code} ${locale.code}`}
      columns={[
        { title: 'Channel', cell: ({ channel }) => channel.code },
        { title: 'Language', cell: ({ locale }) => locale.code },
        {
          title: 'Complete',
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
        { title: 'Missing', cell: ({ missing }) => missing.join(', ') || '–' },
        {
          title: 'Seen',
          cell: ({ channel }) =>
            titled(publications.find((row) => row.channel.code === channel.code)?.state ?? '–'),
        },
      ]}
    />
  );
}
