import { t } from '../../language/t.ts';
import { RowTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Readiness } from '../../ui/readiness.tsx';
import { titled } from '../../ui/status-badge.tsx';
import type { Product } from './product-documents.ts';

/** Missing attributes and publication by channel and locale. */
export function CompletenessTable({ product }: { readonly product: Product }) {
  const { completeness, publications, attributeSet } = product;
  const labelOf = (code: string) =>
    attributeSet?.attributes.find(({ attribute }) => attribute.code === code)?.attribute.label ?? code;
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
        { title: 'Channel', cell: ({ channel }) => channel.label },
        { title: 'Locale', cell: ({ locale }) => locale.label },
        {
          title: 'Completeness',
          width: '25%',
          cell: ({ ratio, filled, required }) => (
            <span className="named-picture">
              <Readiness percent={ratio} />
              <span className="quiet">{t('{filled} of {required}', { filled, required })}</span>
            </span>
          ),
        },
        { title: 'Missing attributes', cell: ({ missing }) => missing.map(labelOf).join(', ') || '–' },
        {
          title: 'Publication',
          cell: ({ channel }) =>
            titled(publications.find((row) => row.channel.code === channel.code)?.state ?? '–'),
        },
      ]}
    />
  );
}
