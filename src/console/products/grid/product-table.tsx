import { Group, Image, Text } from '@mantine/core';
import type { PagedList } from '../../api/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LIST_COLUMNS } from '../product-properties.tsx';
import type { GridProduct } from './grid-documents.ts';

/** The found products. */
export function ProductTable({ list }: { readonly list: PagedList<GridProduct> }) {
  return (
    <ListTable
      list={list}
      what="products"
      keyOf={({ id }) => id}
      empty={<EmptyState title="No products found">Remove a filter, or import products.</EmptyState>}
      columns={[
        { title: 'Product', cell: (product) => <Name product={product} /> },
        ...LIST_COLUMNS,
        { title: 'Completeness', cell: ({ completeness }) => leastOf(completeness) },
        { title: 'Updated', cell: ({ updatedAt }) => <DateTime at={updatedAt} /> },
      ]}
    />
  );
}

function Name({ product }: { readonly product: GridProduct }) {
  const { sku, label, image, parent } = product;
  return (
    <Group gap="sm" wrap="nowrap">
      {image === null ? null : <Image src={image.url} alt="" w={36} h={36} fit="contain" />}
      <div>
        <TextLink to="/products/$sku" params={{ sku }}>
          {label}
        </TextLink>
        <Text size="xs">
          {sku}
          {parent === null ? '' : ` · Parent: ${parent.sku}`}
        </Text>
      </div>
    </Group>
  );
}

/** The smallest completeness of all channels and locales. */
function leastOf(completeness: GridProduct['completeness']): string {
  if (completeness.length === 0) return '–';
  return `${Math.min(...completeness.map(({ ratio }) => ratio))} %`;
}
