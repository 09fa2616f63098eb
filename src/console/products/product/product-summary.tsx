import { Group, Image } from '@mantine/core';
import { Facts } from '../../shell/facts.tsx';
import { Moment } from '../../shell/moment.tsx';
import { StateBadge, titled } from '../../shell/state-badge.tsx';
import { TextLink } from '../../shell/text-link.tsx';
import type { Product } from './product-documents.ts';

const labels = (items: readonly { readonly label: string }[]) => items.map(({ label }) => label).join(', ');

/** What a product is, in short. */
export function ProductSummary({ product }: { readonly product: Product }) {
  const { image, parent, attributeSet, categories, channels } = product;
  return (
    <Group align="flex-start" gap="lg">
      {image === null ? null : (
        <Image src={image.url} alt={image.altText ?? product.label} w={96} h={96} fit="contain" />
      )}
      <div className="grows">
        <Facts
          facts={{
            SKU: product.sku,
            Kind: titled(product.type),
            Status: <StateBadge state={product.status} />,
            Set: attributeSet?.label ?? 'None yet',
            Parent:
              parent === null ? null : (
                <TextLink to="/products/$sku" params={{ sku: parent.sku }}>
                  {parent.label}
                </TextLink>
              ),
            Categories: categories.length === 0 ? null : labels(categories),
            Channels: channels === null ? 'All' : labels(channels),
            Changed: (
              <>
                <Moment at={product.updatedAt} /> by {product.updatedBy.name}, version {product.version}
              </>
            ),
          }}
        />
      </div>
    </Group>
  );
}
