import { Text } from '@mantine/core';
import { request } from '../../api/request.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { titled } from '../../ui/status-badge.tsx';
import { DELETED_PRODUCTS, type DeletedProduct } from './trash-documents.ts';
import { TrashList } from './trash-list.tsx';
import { useRestoreProducts } from './use-restore-products.tsx';

/** Shows the deleted products that can be restored. */
export function DeletedProducts() {
  const { dialog, ...restoring } = useRestoreProducts();
  return (
    <>
      <TrashList
        queryKey={['deleted products']}
        load={async (variables, signal) =>
          (await request(DELETED_PRODUCTS, variables, signal)).deletedProducts
        }
        kind={t('deleted products')}
        title={t('Product')}
        searchLabel={t('Search by SKU or name')}
        notFound={t('No deleted products found')}
        keyOf={({ sku }) => sku}
        nameCell={(product) => <ProductName product={product} />}
        {...restoring}
      />
      {dialog}
    </>
  );
}

function ProductName({ product }: { readonly product: DeletedProduct }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        <CodeLabel label={product.label} />
      </Text>
      <Code>{product.sku}</Code>
      <span className="quiet">
        {' · '}
        {[
          product.attributeSet?.label,
          translateLabel(titled(product.type)),
          product.variantsCount === 0
            ? null
            : t('with {count, plural, one {# variant} other {# variants}}', {
                count: product.variantsCount,
              }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}
