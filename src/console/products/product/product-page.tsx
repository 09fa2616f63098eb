import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { Page } from '../../shell/page.tsx';
import { Sections } from '../../shell/sections.tsx';
import { EmptyNote, Loaded } from '../../shell/states.tsx';
import { CompletenessTable } from './completeness-table.tsx';
import { PRODUCT } from './product-documents.ts';
import { ProductFamily } from './product-family.tsx';
import { ProductSummary } from './product-summary.tsx';
import { ProductValues } from './product-values.tsx';
import { RevisionList } from './revision-list.tsx';

/** One product: its values for a channel and a language, what is missing, its relatives and its history. */
export function ProductPage() {
  const { sku } = useParams({ from: '/gate/products/$sku' });
  const query = useQuery({
    queryKey: ['product', sku],
    queryFn: ({ signal }) => request(PRODUCT, { ref: sku }, signal),
  });
  return (
    <Page title={query.data?.product?.label ?? sku} key={sku}>
      <Loaded query={query} what="the product">
        {({ product, channels }) =>
          product === null ? (
            <EmptyNote title="There is no such product">It was deleted, or the SKU is wrong.</EmptyNote>
          ) : (
            <>
              <ProductSummary product={product} />
              <Sections
                label="About this product"
                parts={[
                  {
                    title: 'Values',
                    content: <ProductValues product={product} channels={channels.nodes} />,
                  },
                  { title: 'Completeness', content: <CompletenessTable product={product} /> },
                  { title: 'Family', content: <ProductFamily product={product} /> },
                  { title: 'Revisions', content: <RevisionList sku={product.sku} /> },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
