import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../api/view-scope.ts';
import type { WorkProps } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx';
import { productsOfSet } from './products-of-set.ts';
import { type AttributeSet, setProductsQuery } from './set-documents.ts';

/** Shows the products of a set that were changed last, with a link to all of them in the grid. */
export function ProductsTab({ item }: WorkProps<AttributeSet>) {
  const { channel, locale } = useViewScope();
  const query = useQuery(setProductsQuery(item.code, channel?.code ?? null, locale?.code ?? null));
  return (
    <QueryResult query={query} what={t('products')} shape="rows">
      {(products) =>
        products.length === 0 ? (
          <EmptyState title={t('No products yet')} area="products">
            {t('Products get the set when they are created or imported.')}
          </EmptyState>
        ) : (
          <>
            <ul className="plain-list set-products">
              {products.map(({ sku, label, status, image }) => (
                <li key={sku}>
                  <Thumbnail url={image?.url} name={label} icon={item.icon} />
                  <TextLink to="/products/$sku" params={{ sku }}>
                    {label}
                  </TextLink>
                  <span className="quiet">{sku}</span>
                  <StatusBadge state={status} />
                </li>
              ))}
            </ul>
            <Group mt="md">
              <TextLink to="/products" search={productsOfSet(item.code)}>
                {t('Show all {count} products in the list', { count: item.productsCount })}
              </TextLink>
            </Group>
          </>
        )
      }
    </QueryResult>
  );
}
