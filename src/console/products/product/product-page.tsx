import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { useViewScope } from '../../app/view-scope.ts';
import { t } from '../../language/t.ts';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { Sections } from '../../ui/sections.tsx';
import { CompletenessTable } from './completeness-table.tsx';
import { PRODUCT } from './product-documents.ts';
import { ProductLayout } from './product-layout.tsx';
import { ProductSummary } from './product-summary.tsx';
import { ProductValues } from './product-values.tsx';
import { ProductVariants } from './product-variants.tsx';
import { RevisionList } from './revision-list.tsx';

/** One product: values by channel and locale, completeness, variants and revisions. */
export function ProductPage() {
  const { sku } = useParams({ from: '/authenticated/products/$sku' });
  const scope = useViewScope();
  const [channel, locale] = [scope.channel?.code ?? null, scope.locale?.code ?? null];
  const query = useQuery({
    queryKey: ['product', sku, channel, locale],
    queryFn: ({ signal }) => request(PRODUCT, { ref: sku, channel, locale }, signal),
  });
  return (
    <Page title={query.data?.product?.label ?? sku} key={sku} isWide>
      <QueryResult query={query} what={t('product')}>
        {({ product }) =>
          product === null ? (
            <EmptyState title={t('Product not found')}>
              {t('It was deleted, or the SKU is incorrect.')}
            </EmptyState>
          ) : (
            <ProductLayout
              header={<ProductSummary product={product} />}
              form={<ProductValues product={product} />}
              drawer={
                <Sections
                  label={t('Product details')}
                  parts={[
                    { title: t('Completeness'), content: <CompletenessTable product={product} /> },
                    { title: t('Variants'), content: <ProductVariants product={product} /> },
                    { title: t('Revisions'), content: <RevisionList sku={product.sku} /> },
                  ]}
                />
              }
            />
          )
        }
      </QueryResult>
    </Page>
  );
}
