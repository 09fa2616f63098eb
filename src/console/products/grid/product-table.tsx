import type { PagedList } from '../../api/use-list.ts';
import { t } from '../../language/t.ts';
import { Code } from '../../ui/code.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Readiness } from '../../ui/readiness.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { LIST_COLUMNS } from '../product-properties.tsx';
import type { GridProduct } from './grid-documents.ts';

/** The found products. */
export function ProductTable({ list }: { readonly list: PagedList<GridProduct> }) {
  return (
    <ListTable
      list={list}
      what={t('products')}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title={t('No products found')}>{t('Remove a filter, or import products.')}</EmptyState>
      }
      columns={[
        { title: t('Product'), isHeader: true, cell: (product) => <Name product={product} /> },
        { title: t('SKU'), cell: ({ sku }) => <Code>{sku}</Code> },
        ...LIST_COLUMNS,
        {
          title: t('Readiness'),
          cell: ({ completeness: [row] }) => (row === undefined ? '–' : <Readiness percent={row.ratio} />),
        },
        { title: t('Updated'), cell: ({ updatedAt }) => <DateTime at={updatedAt} /> },
      ]}
    />
  );
}

function Name({ product: { sku, label, image } }: { readonly product: GridProduct }) {
  return (
    <span className="with-thumbnail">
      <Thumbnail url={image?.url} name={label} />
      <TextLink to="/products/$sku" params={{ sku }}>
        {label}
      </TextLink>
    </span>
  );
}
