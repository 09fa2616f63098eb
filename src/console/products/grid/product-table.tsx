import { Group, Image, Text } from '@mantine/core';
import type { GrowingList } from '../../api/use-list.ts';
import { ListTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { StateBadge, titled } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { TextLink } from '../../shell/text-link.tsx';
import type { GridProduct } from './grid-documents.ts';

/** The products that were found. */
export function ProductTable({ list }: { readonly list: GrowingList<GridProduct> }) {
  return (
    <ListTable
      list={list}
      what="products"
      keyOf={({ id }) => id}
      empty={<EmptyNote title="No products are found">Take a condition away, or import some.</EmptyNote>}
      columns={[
        { title: 'Product', cell: (product) => <Name product={product} /> },
        { title: 'Kind', cell: ({ type }) => titled(type) },
        { title: 'Set', cell: ({ attributeSet }) => attributeSet?.label ?? '–' },
        { title: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
        { title: 'Complete', cell: ({ completeness }) => leastOf(completeness) },
        { title: 'Changed', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
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
          {parent === null ? '' : `, of ${parent.sku}`}
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
