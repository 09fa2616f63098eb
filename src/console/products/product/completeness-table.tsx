import { localeName } from '../../language/locale-name.ts';
import { t, tCode } from '../../language/t.ts';
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
      <EmptyState title={t('No required attributes')}>
        {t('The attribute set defines which attributes each channel requires.')}
      </EmptyState>
    );
  }
  return (
    <RowTable
      label={t('Completeness')}
      rows={completeness}
      keyOf={({ channel, locale }) => `${channel.code} ${locale.code}`}
      columns={[
        { title: t('Channel'), cell: ({ channel }) => channel.label },
        { title: t('Locale'), cell: ({ locale }) => localeName(locale.code) },
        {
          title: t('Completeness'),
          width: '25%',
          cell: ({ ratio, filled, required }) => (
            <span className="with-thumbnail">
              <Readiness percent={ratio} />
              <span className="quiet">{t('{filled} of {required}', { filled, required })}</span>
            </span>
          ),
        },
        { title: t('Missing attributes'), cell: ({ missing }) => missing.map(labelOf).join(', ') || '–' },
        {
          title: t('Publication'),
          cell: ({ channel }) =>
            tCode(titled(publications.find((row) => row.channel.code === channel.code)?.state ?? '–')),
        },
      ]}
    />
  );
}
