import { Group, Image } from '@mantine/core';
import { Rich } from '../../language/rich.tsx';
import { t } from '../../language/t.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { shownProperties } from '../product-properties.tsx';
import type { Product } from './product-documents.ts';

/** The main properties of a product. */
export function ProductSummary({ product }: { readonly product: Product }) {
  const { image } = product;
  return (
    <Group align="flex-start" gap="lg">
      {image === null ? null : (
        <Image src={image.url} alt={image.altText ?? product.label} w={96} h={96} fit="contain" />
      )}
      <div className="grows">
        <DescriptionList
          items={{
            ...shownProperties(product),
            [t('Updated')]: (
              <Rich
                message="{date} by {name}, version {version}"
                values={{
                  date: <DateTime at={product.updatedAt} />,
                  name: product.updatedBy.name,
                  version: product.version,
                }}
              />
            ),
          }}
        />
      </div>
    </Group>
  );
}
