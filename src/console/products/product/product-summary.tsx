import { Group, Image } from '@mantine/core';
import { DateTime } from '../../ui/date-time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { StatusBadge, titled } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Product } from './product-documents.ts';

const labels = (items: readonly { readonly label: string }[]) => items.map(({ label }) => label).join(', ');

/** The main properties of a product. */
export function ProductSummary({ product }: { readonly product: Product }) {
  const { image, parent, attributeSet, categories, channels } = product;
  return (
    <Group align="flex-start" gap="lg">
      {image === null ? null : (
        <Image src={image.url} alt={image.altText ?? product.label} w={96} h={96} fit="contain" />
      )}
      <div className="grows">
        <DescriptionList
          items={{
            SKU: product.sku,
            Type: titled(product.type),
            Status: <StatusBadge state={product.status} />,
            'Attribute set': attributeSet?.label ?? 'None',
            Parent:
              parent === null ? null : (
                <TextLink to="/products/$sku" params={{ sku: parent.sku }}>
                  {parent.label}
                </TextLink>
              ),
            Categories: categories.length === 0 ? null : labels(categories),
            Channels: channels === null ? 'All' : labels(channels),
            Updated: (
              <>
                <DateTime at={product.updatedAt} /> by {product.updatedBy.name}, version {product.version}
              </>
            ),
          }}
        />
      </div>
    </Group>
  );
}
